#!/usr/bin/env bash
# Counts the instructions of common works and prints the table of docs/contact_cost.md: as it was at commit 102c9be, now, and what is to be reached. A minute after
# the build, and valgrind. $1: the executable of another version's `counts`, instead of building this one's. $2: `check` compares with the table that is there, and fails if a count has
# risen by more than 3 %; with another compiler than the table's it only tells.
source "$(dirname "$0")/counted.sh" counts "${1:-}"
readonly PAGE=docs/contact_cost.md
check=${2:-}
[ -z "$check" ] || grep -q "$(rustc --version | cut -d ' ' -f 1,2)" $PAGE || { echo "the table of $PAGE was made with another compiler: nothing is compared"; check=; }
risen=0
# One link of a work: two lengths.
link() { echo $((($(one "$1" $((2 * $2)) 40) - $(one "$1" "$2" 40)) / $2)); }
tell() { printf '| %s | %s | %s | %s |\n' "${@:1:4}"; }
# $5 of a difference is what was taken off: 3 % are 3 % of what was counted. Of the difference alone they may be some per mille of either, and so much differs from machine to
# machine (930 and 944 for the fixed cost, 0.84 and 0.82 for derivatives, of one commit and one compiler), as the C library takes other instructions on other processors.
row() {
    tell "$@"
    [ -n "$check" ] || return 0
    awk -F ' [|] ' -v name="| $1" -v now="$3" -v besides="${5:-0}" '$1 == name { was = $3 + 0 } END {
        if (!was) { print "  is not in the table"; exit 1 }
        if (now + besides > 1.03 * (was + besides)) { printf "  has risen from %g by %.1f %%\n", was, 100 * (now / was - 1); exit 1 }
    }' $PAGE || risen=$((risen + 1))
}
printf '| | was (102c9be) | now | to reach |\n|---|---|---|---|\n'
double=$(one rods 2 400)
chain=$(link rods 64)
row 'double pendulum, right-hand side' 3421 "$double" '≤ 1900'
row 'chain, a link, N = 64' 1328 "$chain" '≤ 750'
row 'chain, a link, N = 4096' '' $(($(one rods 4096 4) / 4096)) ''
smooth=$(one smooth 0 200)
row 'disk-slider, smooth' 10469 "$smooth" '≤ 7000'
row 'its two friction points, sliding' 4677 $(($(one friction 0 200) - smooth)) '≤ 2600' "$smooth"
free=$(link 'free rods' 64)
row 'planar pin, rows' 214 $(($(link 'rows of rods' 64) - free)) '≤ 110' "$free"
free=$(link 'free bars' 64)
row 'spherical joint, rows' 575 $(($(link 'rows of bars' 64) - free)) '≤ 300' "$free"
bars=$(link bars 64)
tilted=$(link 'tilted bars' 64)
row 'spatial chain, a link' 2724 "$bars" '≤ 1700'
row 'the same, inertia tilted' '3832 (+ 41 %)' "$tilted (+ $((100 * tilted / bars - 100)) %)" '≤ + 10 %'
plain=$(one run 0 2)
in_runs() { awk -v a="$(one "$@")" -v b="$plain" 'BEGIN { printf "%.2f", a / b - 1 }'; }
row 'disk-slider: derivatives along one direction of its start, in plain runs' '' "$(in_runs 'run along its start' 0 2)" '≤ 0.8' 1
row 'the same by one number of a family' '' "$(in_runs 'run along a number' 0 2)" '' 1
plain=$(one 'run under a table' 0 2)
row 'the same by a thousand knots of its torque' '' "$(in_runs 'run along its knots' 0 2)" '' 1
plain=$(one swing 4 10)
row 'four bars in space: derivatives along one direction of their start, in plain runs' '' "$(in_runs 'swing along its start' 4 10)" '' 1
exponent=$(awk -v a="$(one exponent 0 20)" -v b="$(one 'exponent by neighbors' 0 20)" 'BEGIN { printf "%.2f", a / b }')
row 'disk-slider, chaotic: a stretch of its largest exponent at 1e-5, of one by neighbors at 1e-9' '' "$exponent" '≤ 0.25'
steps=$(one steps 0 400)
row 'projection on the double pendulum' 7500 $(($(one 'projected steps' 0 400) - steps)) '≤ 4500' "$steps"
row 'fixed cost of an evaluation' 791 $((double - 2 * chain)) '≤ 300' $((2 * chain))
read -r _ evaluations _ building <<<"$("$bench" --runs | tr '\n' ' ')"
row 'disk-slider, friction 0.2, 100 s: evaluations an accepted step' 16 "$evaluations" '≤ 13'
tell 'building a chain of 65 536 bodies, s' 0.27 "$building" '≤ 0.1'
row 'the same, instructions a body' 28000 $(($(one build 4096 1) / 4096)) ''
[ "$risen" -eq 0 ] || { echo "$risen counts have risen: see $PAGE" >&2; exit 1; }
