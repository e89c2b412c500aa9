# To be sourced: has an example passed, with this exit code and this log? Both must say the same.
passed() { [ "$1" -eq 0 ] && [ "$(grep -c '^VERDICT: pass$' "$2")" -eq 1 ]; }
export -f passed
