#!/usr/bin/env bash
# Mechanisms from MJCF against MuJoCo: bash urdf/mjcf.sh
# Needs a Python with it (`pip install mujoco`): the one that $PYTHON names, or python3.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly PYTHON=${PYTHON:-python3}
"$PYTHON" -c 'import mujoco' 2>/dev/null || {
    echo "FAIL: $PYTHON has no module mujoco: pip install mujoco, and name that Python in \$PYTHON" >&2
    exit 1
}
cargo build --release -p chetaev-urdf --example aba
started=$SECONDS
"$PYTHON" urdf/mjcf.py "${CARGO_TARGET_DIR:-target}/release/examples/aba"
echo "mechanisms against MuJoCo: $((SECONDS - started)) s after the build"
