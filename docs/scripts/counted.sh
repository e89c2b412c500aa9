# To be sourced by scripts that count instructions: goes to the root, finds the bench $1 (built, unless $2 is its executable), and counts with valgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v valgrind >/dev/null || { echo "valgrind is not installed: instructions are not counted" >&2; exit 2; }
bench=${2:-$(cargo bench -p chetaev-benches --bench "$1" --no-run --profile release 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')}
[ -x "$bench" ] || { echo "the bench $1 is not built" >&2; exit 1; }

# The instructions of one run, of which the last argument says how often it does its work.
counted() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$bench" --count "$@" 2>&1 >/dev/null |
        sed -n 's/,//g; s/.*I *refs: *//p'
}

# Those of doing it once: the difference of doing it so often and twice as often, so that neither building nor starting counts.
one() {
    local times=${*: -1} work=("${@:1:$#-1}")
    echo $((($(counted "${work[@]}" $((2 * times))) - $(counted "${work[@]}" "$times")) / times))
}
