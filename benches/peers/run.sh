#!/usr/bin/env bash
# Time at equal error beside other codes: the table of docs/comparison.md. `--quick`: the cheaper rows, once (about two minutes, beside what it takes to install and build). `--works W1,W4`: these alone.
# The environment is made in target/peers; what does not install or compile is told and left out. Rows are written to target/peers/rows.jsonl. SUNDIALS and Simbody are
# left out: they have no package of pip's, and Debian's need programs in C++ that are not here. Not in CI: it needs the network.
# References: `target/peers/venv/bin/pip install scipy==1.17.1`, then `refs.py` on the lines of `ours --reference`.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=benches/peers out=$PWD/target/peers
rounds=2
for option in "$@"; do if [ "$option" = --quick ]; then rounds=1; fi; done
mkdir -p "$out"
[ -d "$out/venv" ] || python3 -m venv "$out/venv"
while read -r package; do
    "$out/venv/bin/pip" install -q --disable-pip-version-check "$package" || echo "$package does not install: left out" >&2
done <$here/requirements.txt
ours=$(cargo bench -p chetaev-benches --bench peers --no-run 2>&1 | sed -n 's/.*Executable .*(\(.*\))/\1/p')
programs=("chetaev=$ours")
for peer in exudyn mujoco drake; do
    if "$out/venv/bin/python" -c "import ${peer/drake/pydrake}" 2>/dev/null; then
        programs+=("$peer=$out/venv/bin/python $here/with_$peer.py")
    fi
done
# Pinocchio's wheel has the headers; its own build sets these limits of Boost's.
wheel=$(echo "$out"/venv/lib/python3*/site-packages/cmeel.prefix)
if [ "$out/with_pinocchio" -nt $here/with_pinocchio.cpp ] ||
    "${CXX:-c++}" -std=c++17 -O2 -DNDEBUG -w -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_LIMIT_VECTOR_SIZE=30 -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS -DBOOST_FUSION_INVOKE_MAX_ARITY=12 \
        -I"$wheel/include" -I"$wheel/include/eigen3" $here/with_pinocchio.cpp -o "$out/with_pinocchio"; then
    programs+=("pinocchio=$out/with_pinocchio")
else
    echo "Pinocchio does not compile: left out" >&2
fi
PEERS_OUT=$out "$out/venv/bin/python" $here/race.py "$@" "$rounds" "${programs[@]}"
