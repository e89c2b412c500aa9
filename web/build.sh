#!/usr/bin/env bash
# The library for the browser, and the live pages with it: bash web/build.sh [FOLDER], by default web/target/pages.
# Needs Rust, node with npm (for wasm-opt), and a way to compile for the browser, of which it takes the first that works: rustup, or Debian's packages
# (apt-get install -y --no-install-recommends rustc-web cargo-web rust-web-src lld), if they are as new as this library needs.
set -euo pipefail
cd "$(dirname "$0")"
readonly FOLDER=$(realpath -m "${1:-target/pages}")
readonly TARGET=wasm32-unknown-unknown
readonly OUT=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_TARGET_DIR=$OUT
readonly MAX=1500000 # bytes of the library as a page carries it, after gzip
readonly BINARYEN=132.0.0
# More inlined makes the file larger by a tenth, and it runs no faster.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C llvm-args=-inline-threshold=60"
began=$SECONDS

# Which of the two was taken stands in the output; WAY=rustup or WAY=debian asks for one.
way=${WAY:-}
if [ -z "$way" ]; then
    way=debian
    if command -v rustup >/dev/null && { rustup target list --installed | grep -qx $TARGET || rustup target add $TARGET; }; then way=rustup; fi
fi
case $way in
    rustup) cargo build --profile wasm --lib --target $TARGET ;;
    debian)
        tools=$(dirname "$(dpkg -L cargo-web 2>/dev/null | grep -m1 'bin/cargo$')")
        [ -x "$tools/cargo" ] || { echo "FAIL: neither \`rustup target add $TARGET\` works nor is there Debian's cargo-web: see the head of this script" >&2; exit 1; }
        # The standard library is built with it, of the sources in rust-web-src: the compiler takes that only if it is told that it may. So a panic can stop at
        # once, without its words, which nobody would read: this library has no imports, by which it could say them.
        env PATH="$tools:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
            cargo build --profile wasm --lib --target $TARGET -Z build-std=std,panic_abort -Z panic-immediate-abort --config 'profile.wasm.panic="immediate-abort"'
        ;;
    *) echo "FAIL: WAY=$way: say rustup or debian" >&2; exit 1 ;;
esac
built=$OUT/$TARGET/wasm/chetaev_web.wasm

# Features by name: all of them make a file that not every engine loads.
[ -x node_modules/.bin/wasm-opt ] || npm install --silent --no-save --no-audit --no-fund "binaryen@$BINARYEN"
mkdir -p "$FOLDER"
node_modules/.bin/wasm-opt -Oz --enable-bulk-memory --enable-bulk-memory-opt --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --enable-reference-types --enable-multivalue --strip-debug --strip-producers "$built" -o "$FOLDER/chetaev.wasm"
gzip -9nc "$FOLDER/chetaev.wasm" >"$FOLDER/chetaev.wasm.gz"
size=$(wc -c <"$FOLDER/chetaev.wasm.gz")
echo "chetaev.wasm, by $way: $(wc -c <"$built") bytes as built, $(wc -c <"$FOLDER/chetaev.wasm") after wasm-opt, $size after gzip; $((SECONDS - began)) s"
[ "$size" -le $MAX ] || { echo "FAIL: more than $MAX bytes" >&2; exit 1; }

base64 -w0 "$FOLDER/chetaev.wasm.gz" >"$OUT/library.txt"
cargo run --quiet --release --bin pages -- "$OUT/library.txt" "$FOLDER"
