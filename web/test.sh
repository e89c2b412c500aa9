#!/usr/bin/env bash
# The library for the browser and its pages, tried: in Node, and in a headless Chromium. Builds them first (build.sh): bash web/test.sh
# Needs what build.sh needs, python3, and chromium (apt-get install -y chromium).
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
readonly FOLDER=$CARGO_TARGET_DIR/pages
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "FAIL: no chromium: apt-get install -y chromium" >&2; exit 1; }

cargo fmt --check
cargo clippy --release --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps
cargo test --release
bash models.sh check
bash build.sh "$FOLDER"
cargo build --quiet --release --bin ask
node test.mjs "$FOLDER" "$CARGO_TARGET_DIR/release/ask"
python3 test.py "$browser" "$FOLDER" "$CARGO_TARGET_DIR/release/ask"
echo "pictures: $FOLDER/seen"
