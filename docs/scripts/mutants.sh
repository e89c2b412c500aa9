#!/usr/bin/env bash
# Are the tests able to fail? A sample of the mutants of the rooms that make a run, each tested: bash docs/scripts/mutants.sh [EVERY] [FROM]
# Every 17th mutant unless said otherwise, from the one with the number FROM on (0 to EVERY − 1; drawn at random unless said otherwise).
# Needs cargo-mutants (cargo install cargo-mutants --locked). Prints how many were caught, and those that no test noticed.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly EVERY=${1:-17}
readonly FROM=${2:-$((RANDOM % EVERY))}
readonly OUT=$PWD/target/mutants-$EVERY-$FROM
readonly SAMPLE=(--package chetaev --file 'src/simulate/**' --file 'src/dynamics/**' --file 'src/friction/**'
    --shard "$FROM/$EVERY" --sharding round-robin)
export PROPTEST_CASES=${PROPTEST_CASES:-40}
# One folder for all mutants, so that the dependencies are built once.
export CARGO_TARGET_DIR=$PWD/target/mutants-build

# What a room's own tests do not notice, whole runs should. Only these tests are built; examples would take longer than all of them.
tests=()
for argument in --lib --test agreement --test errors --test truths; do
    tests+=("--cargo-arg=$argument")
done
mkdir -p "$OUT"
cargo mutants --list "${SAMPLE[@]}" >"$OUT/sample.txt"
echo "$(wc -l <"$OUT/sample.txt") mutants: every ${EVERY}th from $FROM on"

# It exits with 2 if a mutant was missed, and with 3 after a timeout: what was found is told below.
status=0
nice -n 10 cargo mutants "${SAMPLE[@]}" "${tests[@]}" --profile mutants --features serde --timeout 240 --output "$OUT" \
    --colors never || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] || [ "$status" -eq 3 ] || exit "$status"

count() { wc -l <"$OUT/mutants.out/$1.txt"; }
echo "caught $(count caught), timed out $(count timeout), missed $(count missed), not built $(count unviable)"
awk -v killed=$(($(count caught) + $(count timeout))) -v missed="$(count missed)" \
    'BEGIN { printf "killed: %.1f %%\n", 100 * killed / (killed + missed) }'
cat "$OUT/mutants.out/missed.txt"
