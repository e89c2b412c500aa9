#!/usr/bin/env bash
# Counts the instructions of common works and prints the table of docs/contact_cost.md: as it was at commit 102c9be, now, and what is to be reached. A minute after
# the build, and valgrind. Each number is the difference of two runs over the difference of their times (and, for one link, of their lengths): building and starting do
# not count. $1: the executable of another version's `counts`, instead of building this one's.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=${1:-$(cargo bench -p chetaev-benches --bench counts --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')}
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$bench" --count "$@" 2>&1 >/dev/null |
        sed -n 's/,//g; s/.*I *refs: *//p'
}
# One time of a work of some size; one link of it: two lengths.
one() { echo $((($(counted "$1" "$2" $((2 * $3))) - $(counted "$1" "$2" "$3")) / $3)); }
link() { echo $((($(one "$1" $((2 * $2)) 40) - $(one "$1" "$2" 40)) / $2)); }
row() { printf '| %s | %s | %s | %s |\n' "$@"; }
printf '| | was (102c9be) | now | to reach |\n|---|---|---|---|\n'
double=$(one rods 2 400)
chain=$(link rods 64)
row 'double pendulum, right-hand side' 3421 "$double" '≤ 1900'
row 'chain, a link, N = 64' 1328 "$chain" '≤ 750'
row 'chain, a link, N = 4096' '' $(($(one rods 4096 4) / 4096)) ''
smooth=$(one smooth 0 200)
row 'disk-slider, smooth' 10469 "$smooth" '≤ 7000'
row 'its two friction points, sliding' 4677 $(($(one friction 0 200) - smooth)) '≤ 2600'
row 'planar pin, rows' 214 $(($(link 'rows of rods' 64) - $(link 'free rods' 64))) '≤ 110'
row 'spherical joint, rows' 575 $(($(link 'rows of bars' 64) - $(link 'free bars' 64))) '≤ 300'
bars=$(link bars 64)
tilted=$(link 'tilted bars' 64)
row 'spatial chain, a link' 2724 "$bars" '≤ 1700'
row 'the same, inertia tilted' '3832 (+ 41 %)' "$tilted (+ $((100 * tilted / bars - 100)) %)" '≤ + 10 %'
row 'projection on the double pendulum' 7500 $(($(one 'projected steps' 0 400) - $(one steps 0 400))) '≤ 4500'
row 'fixed cost of an evaluation' 791 $((double - 2 * chain)) '≤ 300'
read -r _ evaluations _ building <<<"$("$bench" --runs | tr '\n' ' ')"
row 'disk-slider, friction 0.2, 100 s: evaluations an accepted step' 16 "$evaluations" '≤ 13'
row 'building a chain of 65 536 bodies, s' 0.27 "$building" '≤ 0.1'
row 'the same, instructions a body' 28000 $(($(one build 4096 1) / 4096)) ''
