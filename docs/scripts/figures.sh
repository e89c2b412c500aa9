#!/usr/bin/env bash
# Makes the figures of docs/figures anew: runs every example, or those named, and takes over the pictures that stand there.
# A new figure is registered by an empty file of its name. The long studies have a script of their own, studies.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."
examples=("$@")
if [ ${#examples[@]} -eq 0 ]; then
    mapfile -t examples < <(basename -s .rs examples/*.rs; basename -s .rs examples/course/*.rs | sed 's/^[0-9]*_/course_/')
fi
for name in "${examples[@]}"; do
    cargo run --quiet --release --example "$name"
    for made in target/examples-out/"$name"/*.svg; do
        figure=docs/figures/${made##*/}
        if [ -e "$figure" ]; then cp "$made" "$figure"; fi
    done
done
