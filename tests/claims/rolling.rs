//! The table of docs/rolling.md, and what README.md takes from it.

use crate::page::{README, ROLLING, claim};
use crate::ran::ran;

#[test]
fn claim_rolling_in_space() {
    let (told, newton) = (ran("spatial_rolling"), ran("spatial_rolling --pair newton"));
    let off = |case: &str| told.one(&format!("{case}: off the reference, all columns (SI)"));
    let by_newton = |case: &str| newton.one(&format!("{case}: off the reference, all columns (SI)"));
    let energy = |case: &str| told.one(&format!("{case}: energy error (J)"));
    let arcs = |case: &str| told.one(&format!("{case}: arc lengths apart (m)"));
    let one = |name: &str| told.one(name);

    claim(ROLLING, "| ball on a plane, with spin", "1.3e-13", off("ball on a plane").max(by_newton("ball on a plane")));
    claim(ROLLING, "| ball on a plane, with spin", "5.3e-15", energy("ball on a plane"));
    claim(ROLLING, "| ball on a plane, with spin", "7.8e-14", arcs("ball on a plane"));
    claim(ROLLING, "its straight line (m)", "3.5e-14", one("ball on a plane: off its straight line (m)"));

    claim(ROLLING, "| ball on a slope", "3.0e-12", off("ball on a slope"));
    claim(ROLLING, "| ball on a slope", "3.2e-12", by_newton("ball on a slope"));
    claim(ROLLING, "| ball on a slope", "3.5e-14", energy("ball on a slope"));
    claim(ROLLING, "| ball on a slope", "4.3e-12", arcs("ball on a slope"));
    claim(ROLLING, "5/7 g sin α (m)", "5.2e-14", one("ball on a slope: off 5/7 g sin α (m)"));

    claim(ROLLING, "| ball in a bowl", "4.3e-14", off("ball in a bowl"));
    claim(ROLLING, "| ball in a bowl", "3.4e-14", by_newton("ball in a bowl"));
    claim(ROLLING, "| ball in a bowl", "3.6e-15", energy("ball in a bowl"));
    claim(ROLLING, "| ball in a bowl", "2.0e-15", arcs("ball in a bowl"));
    claim(
        ROLLING,
        "the bottom after 9/4 periods",
        "1.4e-15",
        one("ball in a bowl: off the bottom after 9/4 periods (m)"),
    );

    claim(ROLLING, "| ball on a turntable", "1.3e-10", off("turntable").max(by_newton("turntable")));
    claim(ROLLING, "| ball on a turntable", "4.8e-14", energy("turntable"));
    claim(ROLLING, "| ball on a turntable", "1.3e-12", arcs("turntable"));
    claim(ROLLING, "circle at 2/7 of its rate (m)", "1.9e-12", one("turntable: off the circle at 2/7 of its rate (m)"));
    claim(ROLLING, "published values, 20 s", "6.0e-13", one("turntable: off the published values (SI)"));

    claim(ROLLING, "| thin disk", "5.1e-13", off("disk"));
    claim(ROLLING, "| thin disk", "8.1e-13", by_newton("disk"));
    claim(ROLLING, "| thin disk", "3.9e-14", energy("disk"));
    claim(ROLLING, "| thin disk", "2.5e-14", arcs("disk"));
    claim(ROLLING, "four published steady motions", "7.2e-14", one("disk: steady motions, lean (rad)"));
    claim(ROLLING, "four published steady motions", "1.9e-14", one("disk: steady motions, published circles (m)"));
    claim(ROLLING, "published transients", "2.7e-12", one("disk: generic, off the published values (SI)"));
    claim(ROLLING, "published transients", "9.5e-14", one("disk: rill_coin, off the published values (SI)"));
    claim(ROLLING, "published transients", "6.9e-14", energy("disk: generic").max(energy("disk: rill_coin")));
    claim(ROLLING, "published transients", "4.8e-14", arcs("disk: generic").max(arcs("disk: rill_coin")));

    claim(ROLLING, "| spheroid", "2.3e-13", off("spheroid"));
    claim(ROLLING, "| spheroid", "1.1e-13", by_newton("spheroid"));
    claim(ROLLING, "| spheroid", "8.4e-14", energy("spheroid"));
    claim(ROLLING, "| spheroid", "1.8e-14", arcs("spheroid"));
    claim(README, "| rolling spheroid", "2.3e-13", off("spheroid"));

    claim(ROLLING, "| rattleback", "1.8e-14", energy("rattleback").max(energy("rattleback, other sense")));
    claim(ROLLING, "| rattleback", "2.1e-13", arcs("rattleback").max(arcs("rattleback, other sense")));
}
