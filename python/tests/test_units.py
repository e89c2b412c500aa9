"""Units of FMI for other simulators. (`fmu/test.py` runs them in another program.)"""

import os
import sys
import zipfile
from pathlib import Path

import pytest

import chetaev as ct


def drawer():
    """A drawer pulled by a spring, with friction in its guide."""
    b = ct.ModelBuilder()
    body = b.body("drawer", ct.Particle(2.0))
    guide = ct.GROUND.axis((0.0, 0.0), 0.0)
    travel = ct.Travel.along(guide, body.origin())
    b.constraint("slot", ct.Slot(guide, body.origin()))
    b.friction("rub", ct.FrictionPoint.along(travel, 20.0), ct.Coulomb(0.1, holding=0.2))
    pull = b.input("pull", 0.0)
    b.force("hand", ct.AppliedAlong(travel, ct.Signal.input(pull)))
    return b.build()


def unit(model, **settings):
    settings.setdefault("hold", ["drawer.x"])
    it = ct.Fmu(model, "drawer", tolerance=1e-10, stop=3.0, **settings)
    it.input("pull", "N", description="What the hand does")
    it.parameter("mu", {"frictions/rub/law/Coulomb/sliding": 1.0, "frictions/rub/law/Coulomb/holding": 2.0}, unit="1")
    return it.initial("place", "drawer.x").output("drawer.x").output("friction.rub.force")


def test_description_of_both_versions():
    model = drawer()
    three, two = unit(model).description(), unit(model, fmi=2).description()
    assert '<Float64 name="pull" valueReference="1" causality="input" variability="continuous" start="0.0" unit="N" description="What the hand does"/>' in three
    assert '<Float64 name="mu" valueReference="2" causality="parameter" variability="fixed" start="0.1" unit="1"/>' in three
    assert 'fmiVersion="3.0"' in three and 'stopTime="3.0"' in three and 'tolerance="1e-10"' in three
    assert 'fmiVersion="2.0"' in two and '<ScalarVariable name="drawer.x" valueReference="4"' in two
    # The same contents, whatever the version.
    token = three.split('instantiationToken="')[1].split('"')[0]
    assert f'guid="{token}"' in two


def test_what_is_refused_by_name(tmp_path):
    model = drawer()
    with pytest.raises(ct.FmuError, match="`push`.*`pull`"):
        ct.Fmu(model).input("push", "N").description()
    with pytest.raises(ct.FmuError, match="`mu`.*another factor"):
        ct.Fmu(model).parameter("mu", ["frictions/rub/law/Coulomb/sliding", "frictions/rub/law/Coulomb/holding"]).description()
    with pytest.raises(ct.FmuError, match="drawer.y"):
        ct.Fmu(model).output("drawer.yy").description()
    with pytest.raises(TypeError, match="places are"):
        ct.Fmu(model).parameter("mu", 7)
    with pytest.raises(ValueError, match="no FMI 1"):
        ct.Fmu(model, fmi=1)
    with pytest.raises(ValueError, match="dop853"):
        ct.Fmu(model, method="nonsense")
    # One that has no error control.
    with pytest.raises(ct.FmuError, match="Euler.*Dop853"):
        ct.Fmu(model, method="euler").description()
    # Without the library there is no unit, and the error says how to make it.
    package = Path(ct.__file__).parent
    if not list(package.glob("*chetaev_fmu*")):
        with pytest.raises(ct.FmuError, match="cargo build --release -p chetaev-fmu"):
            unit(model).write(tmp_path / "none.fmu")
    with pytest.raises(ct.FmuError, match="nowhere"):
        unit(model).write(tmp_path / "none.fmu", library="/nowhere/lib.so")
    assert not (tmp_path / "none.fmu").exists()


def test_what_is_in_a_unit(tmp_path):
    model = drawer()
    library = tmp_path / "lib.so"
    library.write_bytes(b"no library")
    unit(model).write(tmp_path / "three.fmu", library=library)
    unit(model, fmi=2).write(tmp_path / "two.fmu", library={"x86_64-linux": library, "x86_64-windows": str(library)})
    names = zipfile.ZipFile(tmp_path / "three.fmu").namelist()
    assert {"modelDescription.xml", "resources/model.json", "resources/unit.json"} < set(names)
    archive = zipfile.ZipFile(tmp_path / "two.fmu")
    assert {"binaries/linux64/drawer.so", "binaries/win64/drawer.so"} < set(archive.namelist())
    assert archive.read("binaries/linux64/drawer.so") == b"no library"
    # The model inside is the model.
    again = ct.Model.from_json(archive.read("resources/model.json").decode())
    assert again.to_json() == model.to_json()


@pytest.mark.skipif(sys.platform != "linux", reason="the library of this platform is looked for as it is called on Linux")
def test_library_that_was_built_reads_the_unit(tmp_path):
    target = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).parents[2] / "target"))
    built = target / "release/libchetaev_fmu.so"
    if not built.is_file():
        pytest.skip("cargo build --release -p chetaev-fmu was not run")
    import ctypes

    unit(drawer()).write(tmp_path / "drawer.fmu", library=built)
    zipfile.ZipFile(tmp_path / "drawer.fmu").extractall(tmp_path)
    library = ctypes.CDLL(str(tmp_path / "binaries/x86_64-linux/drawer.so"))
    library.fmi3GetVersion.restype = library.fmi2GetVersion.restype = ctypes.c_char_p
    assert library.fmi3GetVersion() == b"3.0" and library.fmi2GetVersion() == b"2.0"
