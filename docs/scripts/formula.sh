#!/usr/bin/env bash
# Counts what a formula costs beside the same function compiled, in instructions: two minutes, and valgrind.
# Each number is the difference of two runs, over the difference of how often they carry it out.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=$(cargo bench -p chetaev-benches --bench formula --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$bench" --count "$@" 2>&1 >/dev/null |
        sed -n 's/,//g; s/.*I *refs: *//p'
}
printf '| | formula | compiled | ratio |\n|---|---|---|---|\n'
"$bench" --cases | while read -r case; do
    printf '| %s' "$case"
    numbers=()
    for kind in formula compiled; do
        numbers+=($((($(counted "$case" $kind 3000) - $(counted "$case" $kind 1000)) / 2000)))
        printf ' | %d' "${numbers[-1]}"
    done
    awk -v a="${numbers[0]}" -v b="${numbers[1]}" 'BEGIN { printf " | %.2f |\n", a / b }'
done
