#!/usr/bin/env bash
# The long studies behind docs/studies: minutes, not seconds. Killed, they go on from where they were when started again.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=target/studies
cargo run --release --example disk_slider_bifurcation -- \
    --points 600 --skip 200 --take 100 --threads 0 --from 0.002 --to 0.6 --out "$out"
cp "$out/disk_slider_bifurcation.svg" docs/studies/

# What becomes of a block on a shaking floor.
cargo run --release --example rocking_block -- --case overturns --out "$out"
cp "$out/overturning_block.svg" docs/studies/

# Every search on 100 000 random rough states against enumeration: a minute.
cargo test --release --test truths property_every_search_long -- --ignored --nocapture

# The certificate on 130 000 random rough states and on 72 600 random matrices against enumeration: some minutes.
cargo test --release --test truths oracle_certified_states_have_one_motion_long -- --ignored --nocapture
cargo test --release --lib oracle_certified_systems_have_one_motion_long -- --ignored --nocapture

# Contacts: no closing is missed, nothing passes through anything, no energy is gained. Two of them take half an hour each.
cargo test --release --lib property_no_closing_is_missed_among_many -- --ignored --nocapture
cargo test --release --test contact property_n -- --ignored --nocapture
