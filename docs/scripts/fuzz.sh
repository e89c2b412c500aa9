#!/usr/bin/env bash
# Random and hostile models against the library, for as long as you like: bash docs/scripts/fuzz.sh [SECONDS] [SEED]
# A fault is one line with what makes it again: cargo run --release -p chetaev-fuzz -- SEED 1 KIND INDEX
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-3600}
seed=${2:-$(date +%s)}
echo "seed $seed for $seconds s"
exec nice -n 10 cargo run --release -p chetaev-fuzz -- "$seed" "${seconds}s"
