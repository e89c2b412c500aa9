#!/usr/bin/env bash
# The models of the pages, as the examples save them: bash web/models.sh makes web/models anew, bash web/models.sh check compares.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly OUT=${CARGO_TARGET_DIR:-$PWD/target}/examples-out/web
for page in web/pages/*.json; do
    name=$(basename "$page" .json)
    # The example and its options, a word each.
    mapfile -t example < <(node -p "JSON.parse(require('fs').readFileSync('$page')).example.join('\n')")
    cargo run --quiet --release --example "${example[0]}" -- "${example[@]:1}" --out "$OUT/$name" >/dev/null
    if [ "${1:-}" = check ]; then
        cmp "$OUT/$name/model.json" "web/models/$name.json" || { echo "FAIL: the model of $name is not what its example saves: bash web/models.sh" >&2; exit 1; }
    else
        cp "$OUT/$name/model.json" "web/models/$name.json"
    fi
done
echo "models: $(ls web/models | wc -l), as their examples save them"
