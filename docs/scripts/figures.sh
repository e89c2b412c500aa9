#!/usr/bin/env bash
# Makes every figure in docs/figures anew: runs the example of the same name and takes over its picture.
set -euo pipefail
cd "$(dirname "$0")/../.."
for figure in docs/figures/*.svg; do
    name=$(basename "$figure" .svg)
    cargo run --quiet --release --example "$name"
    cp "target/examples-out/$name/$name.svg" "$figure"
done
