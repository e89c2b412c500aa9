#!/usr/bin/env bash
# Counts what a step of Radau5 costs on beams of 3 to 3333 rods, in right-hand sides: the table of docs/stiff.md. Needs valgrind; ten minutes after the build, most of them for the last row.
# Each number is the difference of two runs over the difference of their steps: building and starting do not count. $1: the executable of `counts`, instead of building it.
source "$(dirname "$0")/counted.sh" counts "${1:-}"
printf '| rods | coordinates | steps | instructions a step | a right-hand side | right-hand sides a step |\n|---|---|---|---|---|---|\n'
while read -r rods short long times; do
    steps=$(($("$bench" --count fall "$rods" "$long") - $("$bench" --count fall "$rods" "$short")))
    step=$((($(counted fall "$rods" "$long") - $(counted fall "$rods" "$short")) / steps))
    side=$(one beam "$rods" "$times")
    printf '| %s | %s | %s | %s | %s | %s |\n' "$rods" $((3 * rods)) "$steps" "$step" "$side" "$(awk "BEGIN { printf \"%.0f\", $step / $side }")"
done <<<"3 50 150 400
33 50 150 40
333 50 150 4
3333 20 40 2"
