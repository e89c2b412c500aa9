#!/usr/bin/env bash
# Counts what contacts cost, in instructions, for the tables of docs/contact_cost.md: twenty minutes, and valgrind. $1: the executable of `contacts`, instead of building it; $2: only
# cases with this in their name.
source "$(dirname "$0")/counted.sh" contacts "${1:-}"
printf '| | right-hand side | step of DOP853 | step of Dormand-Prince 5(4) |\n|---|---|---|---|\n'
"$bench" --cases | grep -- "${2:-}" | while read -r case; do
    case $case in 100*) many=4 ;; *) many=40 ;; esac
    printf '| %s | %d | %d | %d |\n' "$case" $(for what in rhs dop853 dopri5; do one "$case" $what $many; done)
done
