#!/usr/bin/env bash
# What needs more than Rust and Python, and is therefore no part of .ci/run: dask and the notebooks, Slurm, robots against Pinocchio, the browser. bash docs/scripts/reach.sh [ENVIRONMENT]
# Needs PyPI, root and Slurm (python/slurm.sh), node with npm, chromium, and a way to compile for the browser (docs/web.md). Half an hour on two cores; to be run before a release.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=$(realpath -m "${1:-${CARGO_TARGET_DIR:-target}/python-env}")
[ -x "$environment/bin/python" ] || bash python/test.sh "$environment"
bash python/engines.sh "$environment"
bash python/slurm.sh "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check pin example-robot-data
PYTHON=$environment/bin/python bash urdf/test.sh
bash web/test.sh
echo "all that reaches further passed"
