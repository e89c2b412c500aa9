#!/usr/bin/env bash
# The plain dev profile, with its assertions and its checks of overflow: what is checked there alone, and some whole runs. bash .ci/debug.sh
# All other stages build with optimization, where the first of these tests is ignored. On two
# cores: 57 s to build, 7 s to run.
set -euo pipefail
cd "$(dirname "$0")/.."
# The plain profile, whatever this shell asks for besides.
for variable in "${!CARGO_PROFILE_@}"; do unset "$variable"; done
# But for what a debugger would read, which takes a third of the build.
export CARGO_PROFILE_DEV_DEBUG=0

readonly TESTS="property_a_forgotten_row_is_named property_refusals:: external::external_double external_disk_slider_case_1 external_heavy_top
    order_across_an_event golden_counts start:: linear::"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$SECONDS
cargo test --lib --test truths --no-run
built=$SECONDS
# shellcheck disable=SC2086 # words on purpose
cargo test --lib --test truths -- $TESTS | tee "$log"
grep -q 'property_a_forgotten_row_is_named ... ok' "$log" || { echo "FAIL: the test of forgotten rows did not run" >&2; exit 1; }
echo "debug build: $((built - started)) s to build, $((SECONDS - built)) s to run"
