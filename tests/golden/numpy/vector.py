"""What every script in this folder shares: random numbers that are the same everywhere, and the file format.

The scripts compute attention from its formula with numpy alone and write tests/golden/vectors/NAME.json. They share no
code with the executor, which has to reproduce their numbers.

    python3 tests/golden/numpy/NAME.py            writes the vector
    python3 tests/golden/numpy/NAME.py --check    exits with 1 when the vector differs from what the script computes
"""

import json
import pathlib
import sys

import numpy

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
CHECK_BOUND = 1e-12  # sums of another BLAS differ in the last bits


class Numbers:
    """Normally distributed numbers with six decimals, so that a file shows them whole."""

    def __init__(self, seed):
        self.generator = numpy.random.RandomState(seed)  # its stream never changes (NEP 19)

    def normal(self, *shape, scale=1.0):
        return numpy.round(self.generator.standard_normal(shape) * scale, 6)


def number(x):
    x = float(x)
    return x if numpy.isfinite(x) else ("nan" if numpy.isnan(x) else "inf" if x > 0 else "-inf")


def packed(value):
    """An array in the files' format; maps and lists of them item by item; anything else as it is."""
    if isinstance(value, numpy.ndarray):
        whole = value.dtype.kind in "iu"
        out = {"shape": list(value.shape), "data": [int(x) if whole else number(x) for x in value.ravel()]}
        return {**out, "dtype": "int64"} if whole else out
    if isinstance(value, dict):
        return {key: packed(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [packed(item) for item in value]
    return value


def differences(path, a, b):
    """Where two files differ by more than rounding."""
    if isinstance(a, float) and isinstance(b, (int, float)):
        return [] if abs(a - b) <= CHECK_BOUND else [f"{path}: {a} and {b}"]
    if isinstance(a, dict) and isinstance(b, dict) and list(a) == list(b):
        return [line for key in a for line in differences(f"{path}.{key}", a[key], b[key])]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [line for i, (x, y) in enumerate(zip(a, b)) for line in differences(f"{path}[{i}]", x, y)]
    return [] if a == b else [f"{path}: {a} and {b}"]


def write(name, kind, source, parameters, conventions, inputs, weights, outputs, intermediates=None):
    """Writes the vector, or compares it with the one that is there (--check)."""
    vector = packed({
        "name": name,
        "kind": kind,
        "source": source,
        "precision": "float64",
        "parameters": parameters,
        "conventions": conventions,
        "inputs": inputs,
        "weights": weights,
        "outputs": outputs,
        "intermediates": intermediates or {},
    })
    path = VECTORS / f"{name}.json"
    if sys.argv[1:] == ["--check"]:
        lines = differences("", json.loads(path.read_text()), vector)
        print("\n".join(lines) or f"{name}: the same")
        sys.exit(1 if lines else 0)
    path.write_text(json.dumps(vector, separators=(",", ":"), ensure_ascii=False) + "\n")
