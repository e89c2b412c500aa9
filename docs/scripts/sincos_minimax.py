#!/usr/bin/env python3
"""Coefficients of src/math/sincos.rs, and the error of the whole function.

    pip install mpmath
    python3 docs/scripts/sincos_minimax.py [random points, default 200000]

On |r| <= pi/4, with z = r^2, we want the polynomials P and Q of degree 5 for which

    sin r ~ r + r^3 P(z)              cos r ~ 1 - z/2 + z^2 Q(z)

have the smallest largest relative error.  That is a weighted Chebyshev problem, solved by Remez' exchange: find
coefficients and a level E such that the error is +E, -E, +E, ... at one point more than there are coefficients, move
the points to the extrema of the error, repeat.

The coefficients must be doubles.  Rounding all of them at once would spoil the error of the low ones, so they are
rounded one after another, the lowest first, and the problem is solved again for those that are still free.

Then the very operations of `sin_cos` are repeated here (Python's floats are the same IEEE doubles, and `sin_cos` uses
nothing but +, -, * and bit operations) and measured against mpmath: at random points, and at the double nearest to
every multiple of pi/2 within the bound, where the range reduction cancels most.  Its values at a few points are
printed with their bits; a test in sincos.rs pins them.
"""

import math
import random
import struct
import sys

from mpmath import mp, mpf, cos, lu_solve, matrix, nint, pi, sin, sqrt

mp.prec = 200

TERMS = 6
EDGE = (pi / 4 * (1 + mpf(2) ** -40)) ** 2  # a little beyond pi/4: n is rounded from an inexact product
LARGEST = 2.0**18 * 1.5  # |x| within which `sin_cos` reduces by itself


# --- minimax -------------------------------------------------------------------------------------------------------

def sin_target(z):  # (sin r - r)/r^3 and the weight that makes its error the relative error of sin r
    r = sqrt(z)
    return (sin(r) - r) / r**3, r**3 / sin(r)


def cos_target(z):
    r = sqrt(z)
    return (cos(r) - 1 + z / 2) / z**2, z**2 / cos(r)


def value(coefficients, z):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * z + c
    return total


def remez(target, fixed, grid):
    """The free coefficients of degree len(fixed)..TERMS-1, and the level of the error."""
    first, free = len(fixed), TERMS - len(fixed)

    def error(coefficients, point):
        z, f, w = point
        return w * (value(coefficients, z) - f)

    size = free + 1
    # Chebyshev points of the interval, as indices into the grid.
    chosen = [int((1 - mp.cos(pi * (k + mpf(1) / 2) / size)) / 2 * (len(grid) - 1)) for k in range(size)]
    for _ in range(60):
        a, b = matrix(size, size), matrix(size, 1)
        for row, index in enumerate(chosen):
            z, f, w = grid[index]
            for column in range(free):
                a[row, column] = w * z ** (first + column)
            a[row, free] = (-1) ** row
            b[row] = w * (f - value(fixed, z))
        solution = lu_solve(a, b)
        coefficients = fixed + [solution[k] for k in range(free)]
        errors = [error(coefficients, point) for point in grid]
        moved, start = [], 0  # the extremum of each stretch of one sign
        for k in range(1, len(grid) + 1):
            if k == len(grid) or errors[k] * errors[k - 1] < 0:
                moved.append(max(range(start, k), key=lambda i: abs(errors[i])))
                start = k
        while len(moved) > size:  # drop the lower end
            moved.pop(0 if abs(errors[moved[0]]) < abs(errors[moved[-1]]) else -1)
        if moved == chosen or len(moved) < size:
            break
        chosen = moved
    return coefficients[first:], max(abs(e) for e in errors)


def rounded_minimax(target):
    points = 1500
    grid = []
    for k in range(1, points + 1):
        z = EDGE * (1 - mp.cos(pi * k / points)) / 2
        grid.append((z, *target(z)))
    fixed, best = [], None
    while len(fixed) < TERMS:
        free, level = remez(target, fixed, grid)
        best = best or level
        fixed.append(mpf(float(free[0])))
    final = max(abs(w * (value(fixed, z) - f)) for z, f, w in grid)
    return [float(c) for c in fixed], best, final


# --- the operations of sin_cos -------------------------------------------------------------------------------------

def part(value, bits):
    """`value` rounded to so many significant bits, as a double."""
    scale = mpf(2) ** (bits - 1 - int(mp.floor(mp.log(abs(value), 2))))
    return float(nint(value * scale) / scale)


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


HALF_PI_1 = part(pi / 2, 35)
HALF_PI_2 = part(pi / 2 - mpf(HALF_PI_1), 35)
HALF_PI_3 = part(pi / 2 - mpf(HALF_PI_1) - mpf(HALF_PI_2), 53)
TWO_OVER_PI = float(2 / pi)
ROUNDER = 1.5 * 2.0**52


def polynomial(c, z, z2):
    return (c[0] + z * c[1]) + z2 * ((c[2] + z * c[3]) + z2 * (c[4] + z * c[5]))


def sin_cos(x, p, q):
    shifted = x * TWO_OVER_PI + ROUNDER
    n = shifted - ROUNDER
    r1 = x - n * HALF_PI_1
    t = n * HALF_PI_2
    r = r1 - t
    e = ((r1 - r) - t) - n * HALF_PI_3
    z = r * r
    z2 = z * z
    h = 0.5 * z
    w = 1.0 - h
    s = r + (r * z * polynomial(p, z, z2) + e * w)
    c = w + (((1.0 - w) - h) + (z2 * polynomial(q, z, z2) - r * e))
    turn = [s, c, -s, -c, s]
    quadrant = int(n) % 4
    return turn[quadrant], turn[quadrant + 1]


def ulps(computed, exact):
    """Error in units of the last place of the double nearest to `exact`."""
    return float(abs(mpf(computed) - exact) / mpf(math.ulp(float(exact))))


def worst(points, p, q):
    top = [(0.0, 0.0), (0.0, 0.0)]
    for x in points:
        s, c = sin_cos(x, p, q)
        top[0] = max(top[0], (ulps(s, sin(mpf(x))), x))
        top[1] = max(top[1], (ulps(c, cos(mpf(x))), x))
    return top


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    tables = []
    for name, target in (("SIN", sin_target), ("COS", cos_target)):
        coefficients, best, final = rounded_minimax(target)
        tables.append(coefficients)
        print(f"{name}: relative error 2^{float(mp.log(best, 2)):.2f} unrounded, 2^{float(mp.log(final, 2)):.2f} rounded")
        for c in coefficients:
            print(f"    {c!r},")
    for name, c in (("1", HALF_PI_1), ("2", HALF_PI_2), ("3", HALF_PI_3)):
        print(f"HALF_PI_{name} = {c!r}")
    p, q = tables

    random.seed(1)
    mp.prec = 160
    sets = {
        "|x| <= pi": [random.uniform(-3.2, 3.2) for _ in range(count)],
        "|x| <= 100": [random.uniform(-100, 100) for _ in range(count)],
        "|x| <= bound": [random.uniform(-LARGEST, LARGEST) for _ in range(count)],
        "every magnitude": [10 ** random.uniform(-9, 5.5) for _ in range(count)],
        "nearest n pi/2": [float(n * pi / 2) for n in range(1, int(LARGEST * 2 / pi))],
        "nearest (n + 1/2) pi/2": [float((n + mpf(1) / 2) * pi / 2) for n in range(int(LARGEST * 2 / pi))],
    }
    for name, points in sets.items():
        (s, xs), (c, xc) = worst(points, p, q)
        print(f"{name:24} {len(points):8} points: sin {s:.4f} ulp at {xs!r}, cos {c:.4f} ulp at {xc!r}")

    for x in (1e-3, 0.5, 0.786, 1.0, 1.5, -2.5, 11.0, 22.0, 355.0, 1e5, 3e5):
        s, c = sin_cos(x, p, q)
        print(f"({x!r}, 0x{bits(s):016x}, 0x{bits(c):016x}),")


if __name__ == "__main__":
    main()
