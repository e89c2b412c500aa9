#!/usr/bin/env bash
# Counts what contacts cost, in instructions, for the table of docs/contact_cost.md: ten minutes, and valgrind.
# Each number is the difference of two runs, over the difference of their evaluations or steps.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=$(cargo bench -p chetaev-benches --bench contacts --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$bench" --count "$@" 2>&1 >/dev/null |
        sed -n 's/,//g; s/.*I *refs: *//p'
}
printf '| | right-hand side | step of DOP853 | step of Dormand-Prince 5(4) |\n|---|---|---|---|\n'
"$bench" --cases | while read -r case; do
    case $case in 100*) many=8 ;; *) many=40 ;; esac
    printf '| %s' "$case"
    for what in rhs dop853 dopri5; do
        printf ' | %d' $((($(counted "$case" $what $((2 * many))) - $(counted "$case" $what $many)) / many))
    done
    printf ' |\n'
done
