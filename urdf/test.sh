#!/usr/bin/env bash
# Robots against Pinocchio: bash urdf/test.sh
# Needs a Python with both (`pip install pin example-robot-data`): the one that $PYTHON names, or python3.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly PYTHON=${PYTHON:-python3}
"$PYTHON" -c 'import pinocchio' 2>/dev/null || {
    echo "FAIL: $PYTHON has no module pinocchio: pip install pin example-robot-data, and name that Python in \$PYTHON" >&2
    exit 1
}
cargo build --release -p chetaev-urdf --example aba
started=$SECONDS
"$PYTHON" urdf/test.py "${CARGO_TARGET_DIR:-target}/release/examples/aba"
echo "robots against Pinocchio: $((SECONDS - started)) s after the build"
