//! What units are made of.

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
