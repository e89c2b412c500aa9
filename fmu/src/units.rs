//! Units: of columns, by their names, and what they are made of.

use chetaev::prelude::Model;

/// The unit of a column, where its name tells it. Multipliers and what acts along a measure have the unit of their element.
pub(crate) fn of_column(model: &Model, column: &str) -> Option<&'static str> {
    let ending = column.rsplit('.').next().unwrap_or(column);
    match column.split('.').next() {
        Some("reaction") if ending.starts_with('f') => return Some("N"),
        Some("reaction") => return Some("N.m"),
        Some("friction") if ending == "slip" => return Some("m/s"),
        Some("friction") => return Some("N"),
        Some("work") => return Some("J"),
        Some("lambda" | "phi" | "phi_dot" | "phi_ddot" | "along") => return None,
        _ => {}
    }
    if matches!(column, "kinetic" | "potential" | "balance") {
        return Some("J");
    }
    if column == "t" {
        return Some("s");
    }
    if model.variable_names().any(|name| name == column) {
        return None;
    }
    match (column.starts_with("acc."), ending) {
        (true, "vx" | "vy" | "vz") => Some("m/s2"),
        (true, "omega" | "wx" | "wy" | "wz") => Some("rad/s2"),
        (_, "vx" | "vy" | "vz" | "rate" | "slip") => Some("m/s"),
        (_, "omega" | "wx" | "wy" | "wz") => Some("rad/s"),
        (_, "x" | "y" | "z" | "gap") => Some("m"),
        (_, "theta") => Some("rad"),
        (_, "qw" | "qx" | "qy" | "qz" | "mode") => Some("1"),
        (_, "normal" | "tangential") => Some("N"),
        _ => None,
    }
}

/// What a unit is made of, as attributes of FMI's `BaseUnit`; of one that is not in the list nothing is said.
pub(crate) fn base(unit: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 27] = [
        ("1", ""),
        ("m", r#"m="1""#),
        ("mm", r#"m="1" factor="0.001""#),
        ("m2", r#"m="2""#),
        ("kg", r#"kg="1""#),
        ("kg.m2", r#"kg="1" m="2""#),
        ("s", r#"s="1""#),
        ("rad", r#"rad="1""#),
        ("deg", r#"rad="1" factor="0.017453292519943295""#),
        ("Hz", r#"s="-1""#),
        ("m/s", r#"m="1" s="-1""#),
        ("m/s2", r#"m="1" s="-2""#),
        ("rad/s", r#"rad="1" s="-1""#),
        ("rad/s2", r#"rad="1" s="-2""#),
        ("N", r#"kg="1" m="1" s="-2""#),
        ("kN", r#"kg="1" m="1" s="-2" factor="1000""#),
        ("N.m", r#"kg="1" m="2" s="-2""#),
        ("J", r#"kg="1" m="2" s="-2""#),
        ("W", r#"kg="1" m="2" s="-3""#),
        ("N/m", r#"kg="1" s="-2""#),
        ("N.s/m", r#"kg="1" s="-1""#),
        ("N.m/rad", r#"kg="1" m="2" s="-2" rad="-1""#),
        ("N.m.s/rad", r#"kg="1" m="2" s="-1" rad="-1""#),
        ("Pa", r#"kg="1" m="-1" s="-2""#),
        ("A", r#"A="1""#),
        ("V", r#"kg="1" m="2" s="-3" A="-1""#),
        ("K", r#"K="1""#),
    ];
    KNOWN.iter().find(|(name, _)| *name == unit).map(|(_, base)| *base)
}
