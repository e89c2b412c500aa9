#!/usr/bin/env bash
# Every example in each of its cases, and in each with every choice that its --help lists: bash .ci/cases.sh FOLDER, the folder of the built examples.
# What fails is printed. The integrators are left to docs/tolerances.md, an order is no case, and parts of a study to its test. The table of searches
# runs each of them itself.
set -uo pipefail
export FOLDER=$1
source "$(dirname "$0")/verdict.sh"
readonly SKIPPED="--method --shard"
queue=()
try() { queue+=("$(printf '%q ' "$@")"); }
tried() {
    local name=$1 log out status=0
    shift
    log=$(mktemp) out=$(mktemp -d)
    timeout 120 "$FOLDER/$name" --out "$out" "$@" >"$log" 2>&1 || status=$?
    passed "$status" "$log" || {
        printf 'FAIL (exit code %d): %s\n%s\n' "$status" "$name $*" "$(tail -n 6 "$log")"
        status=1
    }
    rm -rf "$log" "$out"
    return "$status"
}
export -f tried
for source in examples/*.rs; do
    name=$(basename "$source" .rs)
    # Lines of "--name one|other|third".
    mapfile -t choices < <("$FOLDER/$name" --help | awk '$1 ~ /^--/ && $2 ~ /\|/ { print $1, $2 }')
    cases=()
    for choice in "${choices[@]}"; do
        [ "${choice%% *}" = --case ] && IFS='|' read -ra cases <<<"${choice#* }"
    done
    for case in "${cases[@]:-}"; do
        args=()
        [ -n "$case" ] && args=(--case "$case")
        [ -n "$case" ] && try "$name" "${args[@]}"
        [ "$case" = table ] && continue
        for choice in "${choices[@]}"; do
            option=${choice%% *}
            case " --case $SKIPPED " in *" $option "*) continue ;; esac
            IFS='|' read -ra values <<<"${choice#* }"
            # The first one is the default.
            for value in "${values[@]:1}"; do
                try "$name" "${args[@]}" "$option" "$value"
            done
        done
    done
done
# What the documents show besides.
try double_pendulum --rtol 1e-6 --method dopri5
try double_pendulum --rtol 1e-7 --method radau5
try disk_slider --case 2 --rtol 1e-9 --method radau5
echo "${#queue[@]} commands, two at a time"
[ "${#queue[@]}" -ge 50 ] && printf '%s\n' "${queue[@]}" | xargs -d '\n' -P 2 -I '{}' bash -c 'tried {}'
