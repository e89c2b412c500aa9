#!/usr/bin/env bash
# Writes chetaev/_chetaev.pyi, the types of the compiled module, from the module itself: after every change of its interface. Needs maturin.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rm -f chetaev/_chetaev.pyi
# It is never run: no time is spent on making it fast. The profile is that of the package, so that the library is compiled once.
maturin build --quiet --profile python --features stubs --generate-stubs --config 'profile.python.package.chetaev-python.opt-level=0' --out "$folder"
python - "$folder"/*.whl <<'PY'
import re, sys, zipfile

text = zipfile.ZipFile(sys.argv[1]).read("chetaev/_chetaev.pyi").decode()
text = text.replace('"""\nDeclared, so that the type stubs can be read off the built module.\n"""\n', '"""Made by python/stubs.sh: not to be edited."""\n')
text = text.replace("from _typeshed import Incomplete, ", "from _typeshed import ").replace("def __getattr__(name: str) -> Incomplete: ...\n", "")
# What the module adds when it is imported, and what names in annotations stand for.
records = sorted(set(re.findall(r"^class (\w+)", open("chetaev/_records.py").read(), re.M)))
head = f"from chetaev._records import {', '.join(records)}\n"
text = text.replace("from os import PathLike\nfrom typing import Any, ", f"{head}from os import PathLike\nfrom typing import Any, Callable, Mapping, Sequence, ")
text = text.replace("from typing_extensions import disjoint_base\n", "from typing_extensions import disjoint_base\nimport pandas\nimport numpy as np\nfrom numpy.typing import NDArray\n")
errors = re.findall(r'^    (\w+) "([^"]+)":', open("src/errors.rs").read(), re.M)
text += "\nGROUND: BodyId\nWORLD: SpatialBodyId\n__version__: str\n\nclass ChetaevError(Exception): ...\n"
for name, doc in errors:
    extra = "\n    kind: str\n    t: float\n    partial: Trajectory\n" if name == "RunError" else "\n"
    text += f'\nclass {name}(ChetaevError):\n    """\n    {doc}\n    """{extra}'
text = text.replace("-> tuple:", "-> tuple[Any, ...]:").replace("-> dict:", "-> dict[str, int]:")
# The keywords of `simulate` are those of `Simulation`.
keywords = re.search(r"class Simulation:.*?def __new__\(cls, /, model: Model, (\*, .*?)\) -> Simulation", text, re.S)[1]
text = re.sub(r"def simulate\(.*?\) -> Trajectory", lambda _: f"def simulate(model: Model, start: State, t_end: float, {keywords}) -> Trajectory", text, flags=re.S)
open("chetaev/_chetaev.pyi", "w").write(text)
PY
