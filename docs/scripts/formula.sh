#!/usr/bin/env bash
# Counts what a formula costs beside the same function compiled, in instructions: two minutes, and valgrind.
source "$(dirname "$0")/counted.sh" formula "${1:-}"
printf '| | formula | compiled | ratio |\n|---|---|---|---|\n'
"$bench" --cases | while read -r case; do
    numbers=($(one "$case" formula 1000) $(one "$case" compiled 1000))
    awk -v name="$case" -v a="${numbers[0]}" -v b="${numbers[1]}" 'BEGIN { printf "| %s | %d | %d | %.2f |\n", name, a, b, a / b }'
done
