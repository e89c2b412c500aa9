#!/usr/bin/env python3
"""Writes the small reference tables in tests/data/ from a folder of full references.

    python3 docs/scripts/make_references.py REFS_FOLDER [OUT_FOLDER]

The full references are JSON: trajectories computed in minimal coordinates with a high-order Taylor
method in 200-bit arithmetic, events located to 1e-50. A table keeps every n-th row and always the
last one, the columns that tests and examples use, and all digits of a double. Numbers below 1e-30
in magnitude are rounding of the reference and written as 0; what is not determined stays empty.
"""

import csv
import io
import json
import pathlib
import sys

CONVENTION_003 = ("phi from the x axis; R1 is exerted by rod 1 on the ground at A, "
                  "R2 by rod 2 on rod 1 at B; gravity along -y")
CONVENTION_004_CRANK = ("theta of the crank, s abscissa of the slider from the pin; N is the force of "
                        "the slot on the slider, upward; F along +s")
CONVENTION_004_ROD = ("x of the slider, phi of the rod from the downward vertical; N is the force of "
                      "the slot on the slider, upward; F along +x")

ELLIPSE = "t x y theta xdot ydot thetadot N T x_contact".split()
SLIDERS = "t theta1 theta1dot theta1ddot s1 s1dot s2 s2dot N1 N2 F1 F2 stuck".split()

# table: (source, every n-th row, columns or None for all, convention where the source has none)
TRAJECTORIES = {
    "double_pendulum_seed": ("003_double_pendulum_seed", 1, None, CONVENTION_003),
    "ellipse_circle": ("000_circle", 10, ELLIPSE, None),
    "ellipse_case1": ("000_ellipse_case1", 4, ELLIPSE, None),
    "ellipse_case3": ("000_ellipse_case3", 4, ELLIPSE, None),
    "disk_slider_smooth": ("001_disk_slider_smooth_damped", 2, SLIDERS, None),
    "disk_slider_case1": ("001_disk_slider_case1", 2, SLIDERS, None),
    "disk_slider_case2": ("001_disk_slider_case2_2pi", 4, SLIDERS, None),
    "crank_rundown": ("004_crank_rundown", 5, None, CONVENTION_004_CRANK),
    "crank_stickslip": ("004_crank_stickslip", 5, None, CONVENTION_004_CRANK),
    "rod_stickslip": ("004_rod_stickslip", 5, None, CONVENTION_004_ROD),
    "space_ball_plane": ("002_ball_plane_spin", 5, None, None),
    "space_ball_incline": ("002_ball_incline", 5, None, None),
    "space_ball_bowl": ("002_ball_bowl_small", 5, None, None),
    "space_ball_turntable": ("002_ball_turntable", 5, None, None),
    "space_disc": ("002_disk_steady", 5, None, None),
    "space_spheroid": ("002_spheroid", 5, None, None),
}


def cell(value):
    """A number with the digits that bring back the same double; other things as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return value
    if isinstance(value, float) and abs(value) < 1e-30:
        return "0"
    return repr(value).removesuffix(".0")


def one_line(value):
    """A header value: no line breaks, no surprises."""
    text = value if isinstance(value, str) else cell(value)
    return " ".join(text.split())


def write(path, about, columns, rows):
    """One table: `# key: value` lines, the names, the rows."""
    text = io.StringIO()
    for key, value in about.items():
        text.write(f"# {key}: {one_line(value)}\n")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    for row in rows:
        cells = [cell(v) for v in row]
        assert len(cells) == len(columns) and not any("," in c for c in cells), (path, row)
        table.writerow(cells)
    path.write_text(text.getvalue(), encoding="utf-8")
    print(f"{path.name:32} {len(rows):4} rows {path.stat().st_size:7} bytes")


def header(ref, source):
    """What every table of a trajectory says about itself."""
    about = {"source": source, "method": ref["method"], "digits": ref["digits_trusted"]}
    about["description"] = ref["description"].replace("seed 8", "paper, section 8")
    for key in ("geometry", "constraints"):
        if key in ref:
            about[key] = ref[key].replace("; see PROBLEMS.md", "")
    for name, value in ref["parameters"].items():
        about[name] = value if not isinstance(value, list) else " ".join(map(str, value))
    initial = ref["initial"]
    if isinstance(initial, dict):
        about.update({f"start {name}": value if not isinstance(value, list) else " ".join(map(str, value))
                      for name, value in initial.items()})
    else:
        about["start"] = " ".join(map(str, initial))
    return about


def trajectory(refs, out, table, source, every, columns, convention):
    """A thinned trajectory, and its events if it has any."""
    ref = json.loads((refs / "seeds" / f"{source}.json").read_text(encoding="utf-8"))
    about = header(ref, source)
    columns = columns or ref["columns"]
    picks = [ref["columns"].index(c) for c in columns]
    rows = ref["rows"]
    kept = rows[::every] if (len(rows) - 1) % every == 0 else rows[::every] + rows[-1:]
    extra = {"convention": convention or ref.get("force_convention") or ref["conventions"],
             "rows": "all" if every == 1 else f"1 in {every} of {len(rows)}, and the last"}
    write(out / f"{table}.csv", about | extra, columns, [[row[k] for k in picks] for row in kept])

    events = ref.get("events")
    if not events:
        return
    # The keys in order of appearance; an interval takes two columns.
    names = list(dict.fromkeys(key for event in events for key in event))
    names = [n for n in names if n != "static_torque_interval"]
    about["missing"] = "a cell is empty where the quantity does not belong to the event"
    write(out / f"{table}_events.csv", about, names, [[e.get(n) for n in names] for e in events])


def andrews(refs, out):
    """Andrews' squeezing mechanism: the state at t = 0.03 s, and the history of the crank."""
    ref = json.loads((refs / "published" / "andrews_squeezer.json").read_text(encoding="utf-8"))
    about = {
        "source": "andrews_squeezer; " + ref["source"][0],
        "digits": ref["digits_trusted"],
        "note": "the published column is the state 1.0e-12 s after t = 0.03; compare with recomputed",
        "t_end": ref["t_end"],
    }
    about |= {name: value for name, value in ref["parameters"].items() if name != "note"}
    about["units"] = ref["parameters"]["note"]
    about |= {f"start {name}": value for name, value in ref["initial_state"]["q_strings"].items()}
    about["start velocities"] = "all zero"
    columns = ["name", "published", "recomputed", "recomputed_digits_two_methods"]
    rows = [[row[c] for c in columns] for row in ref["outputs_at_t_end"]]
    write(out / "andrews.csv", about, ["name", "published", "recomputed", "digits"], rows)

    about = {"source": "andrews_squeezer", "digits": "12",
             "convention": "F = (rr cos beta, rr sin beta), in m"}
    rows = [[row["t"], row["beta"], row["beta_dot"], *row["F"]] for row in ref["history_A03"]]
    write(out / "andrews_history.csv", about, ["t", "beta", "beta_dot", "Fx", "Fy"], rows)


def rolling_disc(refs, out):
    """A thin disc that rolls without slip: two transients and the steady motions."""
    ref = json.loads((refs / "published" / "rolling_disk.json").read_text(encoding="utf-8"))
    about = {"source": "rolling_disk; " + "; ".join(ref["source"]), "digits": ref["digits_trusted"],
             "convention": ref["conventions"]}
    for name, case in ref["cases"].items():
        setting = {k: case[k] for k in ("k", "r", "mass", "g", "t_end")}
        start = {f"start {k}": v if not isinstance(v, list) else " ".join(map(str, v)) for k, v in case["initial"].items()}
        columns = ["t", "x", "y", "height", "psi", "theta", "phi", "w1", "w2", "w3"]
        rows = [[o["t"], *o["centre_displacement"], o["centre_height"],
                 *(o[c] for c in columns[4:])] for o in case["outputs"]]
        write(out / f"space_disc_{name}.csv", about | setting | start, columns, rows)
    values = ref["steady_precession"]["values"]
    columns = list(values[0])
    write(out / "space_disc_steady.csv", about | {"condition": ref["steady_precession"]["condition"]}, columns,
          [[v[c] for c in columns] for v in values])


def turntable(refs, out):
    """A ball on a turntable: the circle of its center."""
    ref = json.loads((refs / "published" / "turntable_ball.json").read_text(encoding="utf-8"))
    about = {"source": "turntable_ball; " + "; ".join(ref["source"]), "digits": ref["digits_trusted"], "law": ref["law"]}
    about |= ref["parameters"]
    about |= {f"start {k}": v if not isinstance(v, list) else " ".join(map(str, v)) for k, v in ref["initial_state"].items()}
    about |= {"wc": ref["wc"], "circle_centre": " ".join(map(str, ref["circle_centre"])), "circle_radius": ref["circle_radius"]}
    columns = ["t", "x", "y", "vx", "vy"]
    write(out / "space_turntable.csv", about, columns, [[o[c] for c in columns] for o in ref["outputs"]])


def heavy_top(refs, out):
    """The heavy top of the Lie-group integrators: center of mass and angular velocity at five times."""
    ref = json.loads((refs / "published" / "heavy_top.json").read_text(encoding="utf-8"))
    about = {"source": "heavy_top; " + ref["source"][0], "digits": ref["digits_trusted"]}
    about |= {name: value for name, value in ref["parameters"].items()}
    about |= {f"start {name}": value for name, value in ref["initial_state"].items()}
    rows = [[row["t"], *row["com"], *row["omega_body"]] for row in ref["outputs"]]
    write(out / "heavy_top.csv", about, ["t", "x", "y", "z", "wx", "wy", "wz"], rows)


def solutions(refs, out):
    """States of friction points with none, one or several solutions."""
    ref = json.loads((refs / "seeds" / "004_painleve_table.json").read_text(encoding="utf-8"))
    for name in ("rod", "crank"):
        part = ref[name]
        about = {"source": "004_painleve_table", "description": ref["description"], "digits": "12"}
        about |= part["parameters"]
        about |= {key: value for key, value in part.items() if key not in ("parameters", "table")}
        about["missing"] = "N2 is empty where there are fewer than two solutions, N1 where there is none"
        columns = [key for key in part["table"][0] if not key.startswith("N") or key == "N0"]
        rows = [[row[c] for c in columns] + (row["N"] + [None, None])[:2] for row in part["table"]]
        write(out / f"painleve_{name}.csv", about, [*columns, "N1", "N2"], rows)

    ref = json.loads((refs / "published" / "friction_two_sliding_joints.json").read_text(encoding="utf-8"))
    about = {"source": "friction_two_sliding_joints", "digits": ref["digits_trusted"]}
    about |= ref["parameters"]
    about["missing"] = "solution k is empty where there are fewer"
    columns = ["theta", "theta_dot", "mu_A", "mu_B", "number_of_solutions"]
    keys = ["theta_dd", "N_A", "N_B"]
    names = columns + [f"{key}_{k}" for k in (1, 2, 3) for key in keys]
    rows = []
    for case in ref["outputs"]["cases"]:
        listed = [[s[key] for key in keys] for s in case["solutions"]]
        listed += [[None] * 3] * (3 - len(listed))
        rows.append([case[c] for c in columns] + sum(listed, []))
    write(out / "sliding_joints.csv", about, names, rows)


def clearance(refs, out):
    """The slider-crank whose slider has play in its guide: impacts, the end of their accumulation, lift-off, the far side."""
    ref = json.loads((refs / "published" / "contact_slider_crank_clearance.json").read_text(encoding="utf-8"))
    about = {"source": "contact_slider_crank_clearance; " + ref["source"][0], "digits": ref["digits_trusted"]}
    about |= ref["parameters"]
    about |= {f"start {name}": value for name, value in ref["initial_state"].items()}
    about["angles"] = "theta1, theta2 of crank and rod from the guide; rates after the event; impulse of the guide, upward; speed upward before"
    words = {"impact": "impact", "lift-off": "opens", "contact closes (accumulation point of the impacts)": "rests"}
    numbers = ["t", "theta1", "theta2", "normal_speed_before", "impulse", "theta1_dot_after", "theta2_dot_after"]
    rows = []
    for row in ref["outputs"]:
        row |= {f"{name}_after": row[name] for name in ("theta1_dot", "theta2_dot") if name in row}
        rows.append([words[row["event"]], row["side"], *(row.get(name) for name in numbers)])
    write(out / "crank_clearance.csv", about, ["event", "side", *numbers], rows)


def main():
    """Reads the command line and writes all tables."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    refs = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).resolve().parents[2]
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else here / "tests" / "data"
    out.mkdir(parents=True, exist_ok=True)
    for table, (source, every, columns, convention) in TRAJECTORIES.items():
        trajectory(refs, out, table, source, every, columns, convention)
    andrews(refs, out)
    rolling_disc(refs, out)
    turntable(refs, out)
    heavy_top(refs, out)
    solutions(refs, out)
    clearance(refs, out)
    print(f"total {sum(p.stat().st_size for p in out.glob('*.csv'))} bytes")


if __name__ == "__main__":
    main()
