#!/usr/bin/env bash
# Counts what a step of Radau5 costs on beams of 3 to 3333 rods, in right-hand sides: the table of docs/stiff.md. Needs valgrind; ten minutes after the build, most of them for the last row.
# Each number is the difference of two runs over the difference of their steps: building and starting do not count.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=${1:-$(cargo bench -p chetaev-benches --bench counts --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')}
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$bench" --count "$@" 2>&1 >/dev/null |
        sed -n 's/,//g; s/.*I *refs: *//p'
}
printf '| rods | coordinates | steps | instructions a step | a right-hand side | right-hand sides a step |\n|---|---|---|---|---|---|\n'
while read -r rods short long times; do
    steps=$(($("$bench" --count fall "$rods" "$long") - $("$bench" --count fall "$rods" "$short")))
    step=$((($(counted fall "$rods" "$long") - $(counted fall "$rods" "$short")) / steps))
    side=$((($(counted beam "$rods" $((2 * times))) - $(counted beam "$rods" "$times")) / times))
    printf '| %s | %s | %s | %s | %s | %s |\n' "$rods" $((3 * rods)) "$steps" "$step" "$side" "$(awk "BEGIN { printf \"%.0f\", $step / $side }")"
done <<<"3 50 150 400
33 50 150 40
333 50 150 4
3333 20 40 2"
