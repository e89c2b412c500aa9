#!/usr/bin/env bash
# Looks at the player pages with a real browser: runs the examples named (or all), then opens the page of each in a headless
# Chromium. Leaves light.png and dark.png beside each page. Installs Chromium from the system's packages if there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    as_root=$([ "$(id -u)" -eq 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq chromium
    browser=$(command -v chromium)
fi

examples=("$@")
if [ ${#examples[@]} -eq 0 ]; then
    mapfile -t examples < <(
        grep -l 'trajectory.html' examples/*.rs | xargs -n 1 basename -s .rs
        grep -l 'trajectory.html' examples/course/*.rs | sed 's|.*/[0-9]_\(.*\)\.rs|course_\1|'
    )
fi
folders=()
for example in "${examples[@]}"; do
    cargo run --quiet --release --example "$example" >/dev/null
    folders+=("target/examples-out/$example")
done
python3 tests/browser/pages.py "$browser" "${folders[@]}"
# What was written for NumPy, read by NumPy, if it is here.
if python3 -c 'import numpy' 2>/dev/null; then
    cargo run --quiet --release --example pendulum >/dev/null
    python3 tests/numpy/check.py target/examples-out/pendulum
fi
