#!/usr/bin/env bash
# The units of the example in FMPy, an importing program that has nothing to do with this library: bash fmu/test.sh
# Needs a Python with FMPy (`pip install fmpy`): the one that $PYTHON names, or python3. After the build it takes some seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly PYTHON=${PYTHON:-python3}
"$PYTHON" -c 'import fmpy' 2>/dev/null || {
    echo "FAIL: $PYTHON has no module fmpy: pip install fmpy, and name that Python in \$PYTHON" >&2
    exit 1
}
cargo build --release -p chetaev-fmu --lib --example export
built=$SECONDS
cargo run --quiet --release -p chetaev-fmu --example export
"$PYTHON" fmu/test.py target/examples-out/fmu "$(ls "${CARGO_TARGET_DIR:-target}"/release/*chetaev_fmu.{so,dylib,dll} 2>/dev/null)"
echo "units in FMPy: $((SECONDS - built)) s after the build"
