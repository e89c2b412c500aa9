#!/usr/bin/env bash
# Makes docs/tolerances.md and its figure anew: some 20 seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run --quiet --release --example tolerances
cp target/examples-out/tolerances/tolerances.md docs/
cp target/examples-out/tolerances/tolerances.svg docs/figures/
