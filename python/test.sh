#!/usr/bin/env bash
# Installs the package into an environment of its own, as a user would, and runs its tests and the type checker. Needs Rust, Python 3.10 or later, and PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${1:-${CARGO_TARGET_DIR:-target}/python-env}
begun=$SECONDS
python3 -m venv --clear "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check './python[test]'
echo "installed after $((SECONDS - begun)) s"
# Not from the checkout's own folder: what was installed is what is tested.
"$environment/bin/python" -m pytest -q --rootdir python -c python/pyproject.toml python/tests
"$environment/bin/mypy" --config-file python/pyproject.toml --strict python/examples
"$environment/bin/mypy" --config-file python/pyproject.toml --strict -p chetaev
# The last line is what its children have used. (A pipe would be another process, with times of its own.)
times >"$environment/times"
echo "CPU of all of it, user and system: $(tail -n 1 "$environment/times"); $((SECONDS - begun)) s on the clock"
