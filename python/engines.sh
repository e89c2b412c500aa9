#!/usr/bin/env bash
# Studies on dask with workers and drivers killed, Parquet, xarray and the notebooks, and what engines cost: bash python/engines.sh [ENVIRONMENT]
# Needs an environment in which `bash python/test.sh` has installed the package (the same argument), and PyPI for dask and the others.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${1:-${CARGO_TARGET_DIR:-target}/python-env}
[ -x "$environment/bin/python" ] || { echo "FAIL: no $environment: bash python/test.sh $environment makes it" >&2; exit 1; }
"$environment/bin/pip" install --quiet --disable-pip-version-check 'dask[distributed]' pyarrow xarray nbclient nbformat ipykernel
# Nothing may be skipped here.
"$environment/bin/python" -m pytest -q -rs --rootdir python -c python/pyproject.toml python/tests/test_engines.py | tee "$environment/engines.txt"
! grep -q SKIPPED "$environment/engines.txt" || { echo "FAIL: tests were skipped" >&2; exit 1; }
"$environment/bin/python" python/tests/cost_of_engines.py
