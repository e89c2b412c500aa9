"""Reads with NumPy what an example has written: the same numbers in .npz, in .npy and in CSV.

    check.py FOLDER      with trajectory.npz, trajectory.npy, trajectory.csv
"""

import sys

import numpy

folder = sys.argv[1]
arrays = numpy.load(f"{folder}/trajectory.npz")
records = numpy.load(f"{folder}/trajectory.npy")
table = numpy.genfromtxt(f"{folder}/trajectory.csv", delimiter=",", names=True, deletechars="", replace_space=" ")

assert len(arrays["t"]) > 100, "moot: hardly a sample"
assert records.dtype.names == table.dtype.names
for name in records.dtype.names:
    assert numpy.array_equal(records[name], table[name], equal_nan=True), name
for matrix, names, prefix in [("q", "q_names", ""), ("v", "v_names", ""), ("multipliers", "row_names", "lambda."), ("phi_ddot", "row_names", "phi_ddot.")]:
    assert arrays[matrix].shape == (len(arrays["t"]), len(arrays[names]))
    for k, name in enumerate(arrays[names]):
        assert numpy.array_equal(arrays[matrix][:, k], records[prefix + name]), name
print(f"NumPy {numpy.__version__}: {len(arrays.files)} arrays, {len(records.dtype.names)} columns, {len(records)} rows agree to the last bit")
