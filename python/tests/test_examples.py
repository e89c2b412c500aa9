"""Each example runs and checks itself; the README shows what the first one prints."""

import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[1]


@pytest.mark.parametrize("example", sorted(path.name for path in (PYTHON / "examples").glob("*.py")))
def test_example(example):
    done = subprocess.run([sys.executable, PYTHON / "examples" / example], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    readme = (PYTHON / "README.md").read_text(encoding="utf-8")
    code = (PYTHON / "examples" / example).read_text(encoding="utf-8").split('"""\n\n', 1)[1]
    if code in readme:
        assert done.stdout in readme


def test_the_readme_shows_two_of_them():
    readme = (PYTHON / "README.md").read_text(encoding="utf-8")
    for example in ["pendulum.py", "friction.py"]:
        assert (PYTHON / "examples" / example).read_text(encoding="utf-8").split('"""\n\n', 1)[1] in readme


def test_the_readme_names_every_class():
    import chetaev as ct

    readme = (PYTHON / "README.md").read_text(encoding="utf-8")
    classes = [name for name, it in vars(ct).items() if isinstance(it, type) and not name.startswith("_")]
    missing = [name for name in classes if f"`{name}" not in readme]
    assert len(classes) > 100 and missing == []


def test_importing_is_quick_and_needs_no_numpy():
    code = "import sys, chetaev; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
