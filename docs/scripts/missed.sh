#!/usr/bin/env bash
# Are changes of friction missed? Whole runs of random rough mechanisms against the same runs with short steps, each at one of the tolerances
# 1e-3 to 1e-9 and with one of the adaptive methods: bash docs/scripts/missed.sh [MECHANISMS] [SEED]. What the verdicts mean is at the top of fuzz/src/kinds/missed.rs.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec nice -n 10 cargo run --release -p chetaev-fuzz -- "${2:-1}" "${1:-10000}" missed
