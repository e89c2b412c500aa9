//! Rows and rates of contacts in space against contacts solved anew in power series (see `patches`).

use super::patches::*;
use crate::page::{ROLLING, claim};
use chetaev::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, SpatialPair, SpatialTouch, Spheres, Surfaces};
use chetaev::contact::surface::*;
use chetaev::element::SpatialFrame;
use chetaev::nalgebra::Vector3;

/// Everything that the rows consist of, as numbers.
fn written(touch: &SpatialTouch, [a, b]: &[SpatialFrame; 2]) -> Vec<f64> {
    let roll = touch.roll(a, b).unwrap();
    let [s1, s2] = touch.tangent_rows(a, b, &roll);
    let mut all = Vec::new();
    for row in [touch.normal_row(a, b, &roll), s1, s2, touch.pivot_row(a, b, &roll)] {
        all.extend([row.phi, row.rate, row.gamma]);
        all.extend(row.jacobian.concat());
    }
    all.extend(roll.paths.iter().flatten());
    all
}

/// The same from the series.
fn expected<A: Patch, B: Patch>(a: &A, b: &B, frames: &[SpatialFrame; 2], u: [f64; 4]) -> Vec<f64> {
    let rows = |frames: &[SpatialFrame; 2]| {
        let [fa, fb] = [Flying::new(&frames[0]), Flying::new(&frames[1])];
        let found = find(a, b, &fa, &fb, u);
        let n = found.normal;
        let x = if n.dot(&fa.axis(0)).re.abs() <= 0.8 { fa.axis(0) } else { fa.axis(1) };
        let t1 = (x - n * n.dot(&x)).normalize();
        let t2 = n.cross(&t1);
        let pivot = n.dot(&(fb.spin() - fa.spin()));
        ([found.gap, t1.dot(&found.slide), t2.dot(&found.slide), pivot], found.paths)
    };
    let (values, paths) = rows(frames);
    // A column of J is the row's rate with one velocity alone; Ω in body axes.
    let column = |body: usize, k: usize| {
        let mut alone = frames.map(|f| SpatialFrame { velocity: Vector3::zeros(), spin: Vector3::zeros(), ..f });
        let unit = Vector3::from_fn(|i, _| if i == k % 3 { 1.0 } else { 0.0 });
        if k < 3 {
            alone[body].velocity = unit;
        } else {
            alone[body].spin = alone[body].turn(unit);
        }
        let (row, _) = rows(&alone);
        [row[0].v1, row[1].re, row[2].re, row[3].re]
    };
    let columns: Vec<[f64; 4]> = (0..12).map(|i| column(i / 6, i % 6)).collect();
    let mut all = Vec::new();
    for i in 0..4 {
        let v = values[i];
        all.extend(if i == 0 { [v.re, v.v1, -v.v2] } else { [0.0, v.re, -v.v1] });
        all.extend(columns.iter().map(|c| c[i]));
    }
    all.extend(paths.iter().flatten());
    all
}

fn apart(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len());
    let scale = y.iter().fold(1.0, |m: f64, v| m.max(v.abs()));
    x.iter().zip(y).fold(0.0, |m: f64, (p, q)| m.max((p - q).abs() / scale))
}

/// Random states of a pair; the largest relative difference of all rows.
fn worst<A: Patch, B: Patch>(
    a: &A,
    b: &B,
    pair: impl Fn([f64; 3], [f64; 3], f64) -> Box<dyn SpatialPair>,
    states: u64,
) -> f64 {
    let mut noise = Noise(17);
    let mut worst = 0.0_f64;
    for _ in 0..states {
        let u = [2.0 * noise.next(), 1.2 * noise.next(), 3.0 * noise.next(), 1.2 * noise.next()];
        let u = if b.is_edge() { [u[0], u[1], u[2], 0.0] } else { u };
        let gap = 0.01 * noise.next();
        let frames = facing(a, b, u, gap, &mut noise);
        // A rough start, as from a time step before.
        let (near_a, near_b) = (a.point(u[0] + 0.01, u[1] - 0.02), b.point(u[2] - 0.02, u[3] + 0.01));
        let pair = pair(near_a.into(), near_b.into(), u[2] - 0.02);
        let touch = pair.touch(&frames[0], &frames[1], pair.start()).unwrap();
        assert!((touch.gap - gap).abs() < 1e-12, "{} {gap}", touch.gap);
        worst = worst.max(apart(&written(&touch, &frames), &expected(a, b, &frames, u)));
    }
    worst
}

macro_rules! oracle {
    ($($name:ident: $a:expr, $b:expr, $pair:expr;)*) => { $(
        #[test]
        fn $name() {
            let worst = worst(&$a, &$b, $pair, 60);
            println!("{}: {worst:.1e}", stringify!($name));
            claim(ROLLING, "Rows of all pairs against the contact in power series", "5e-15", worst);
            assert!(worst > 0.0, "moot");
        }
    )* };
}

const EGG: Egg = Egg([0.5, 0.35, 0.25]);

oracle! {
    oracle_ellipsoid_on_plane_in_closed_form: Floor, EGG,
        |_, _, _| Box::new(OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.5, 0.35, 0.25)));
    oracle_ellipsoid_on_plane_by_newton: Floor, EGG,
        |a, b, _| Box::new(Surfaces::new(Plane::horizontal(), Ellipsoid::new(0.5, 0.35, 0.25)).near(a, b));
    oracle_sphere_on_sphere_in_closed_form: Egg([2.0; 3]), Egg([0.7; 3]),
        |_, _, _| Box::new(Spheres::outside(Sphere::new([0.0; 3], 2.0), Sphere::new([0.0; 3], 0.7)));
    oracle_sphere_in_sphere_in_closed_form: Inverse(Egg([2.0; 3])), Egg([0.7; 3]),
        |_, _, _| Box::new(Spheres::inside(Sphere::new([0.0; 3], 2.0), Sphere::new([0.0; 3], 0.7)));
    oracle_sphere_in_sphere_by_newton: Inverse(Egg([2.0; 3])), Egg([0.7; 3]),
        |a, b, _| Box::new(Surfaces::new(Hollow(Sphere::new([0.0; 3], 2.0)), Sphere::new([0.0; 3], 0.7)).near(a, b));
    oracle_ellipsoid_on_torus: Ring(1.5, 0.4), EGG,
        |a, b, _| Box::new(Surfaces::new(Torus::new(1.5, 0.4), Ellipsoid::new(0.5, 0.35, 0.25)).near(a, b));
    oracle_torus_on_hills: Hills, Ring(0.2, 0.1),
        |a, b, _| Box::new(Surfaces::new(HeightField(Hills), Torus::new(0.2, 0.1)).near(a, b));
    oracle_ellipsoid_in_ellipsoid_of_the_users_own: Inverse(Egg([2.0, 1.7, 1.5])), EGG,
        |a, b, _| Box::new(Surfaces::new(Hollow(Ellipsoid::new(2.0, 1.7, 1.5)), Parametric(AsFunction(EGG))).near(a, b));
    oracle_rim_on_plane_in_closed_form: Floor, Wheel(0.5),
        |_, _, _| Box::new(RimOnPlane::new(Plane::horizontal(), Rim::new(0.5)));
    oracle_rim_on_hills: Hills, Wheel(0.1),
        |a, _, s| Box::new(EdgeOn::new(HeightField(Hills), Rim::new(0.1)).near(a, s));
    oracle_rim_on_torus: Ring(1.5, 0.4), Wheel(0.3),
        |a, _, s| Box::new(EdgeOn::new(Torus::new(1.5, 0.4), Rim::new(0.3)).near(a, s));
}

/// What is to be checked of a touch, its frames, and the contact as a series for other velocities.
type Check<'a> = &'a dyn Fn(&SpatialTouch, &[SpatialFrame; 2], &dyn Fn(&[SpatialFrame; 2]) -> Found);

/// States in which some pairs touch.
fn touching(check: Check<'_>) {
    fn one<A: Patch, B: Patch>(
        (a, b): (A, B),
        pair: impl Fn([f64; 3], [f64; 3]) -> Box<dyn SpatialPair>,
        check: Check<'_>,
    ) {
        let mut noise = Noise(29);
        for _ in 0..20 {
            let last = if b.is_edge() { 0.0 } else { noise.next() };
            let u = [2.0 * noise.next(), 1.2 * noise.next(), 3.0 * noise.next(), last];
            let frames = facing(&a, &b, u, 0.0, &mut noise);
            let pair = pair(a.point(u[0], u[1]).into(), b.point(u[2], u[3]).into());
            let touch = pair.touch(&frames[0], &frames[1], pair.start()).unwrap();
            assert!(touch.gap.abs() < 1e-14);
            check(&touch, &frames, &|moving| find(&a, &b, &Flying::new(&moving[0]), &Flying::new(&moving[1]), u));
        }
    }
    let ellipsoid = Ellipsoid::new(0.5, 0.35, 0.25);
    one((Floor, EGG), |_, _| Box::new(OnPlane::new(Plane::horizontal(), ellipsoid)), check);
    one((Hills, EGG), |a, b| Box::new(Surfaces::new(HeightField(Hills), ellipsoid).near(a, b)), check);
    one((Floor, Wheel(0.5)), |_, _| Box::new(RimOnPlane::new(Plane::horizontal(), Rim::new(0.5))), check);
}

/// Equal velocities of the contact along both surfaces, from its places alone, are the same restriction as no sliding.
#[test]
fn identity_equal_arcs_and_common_tangents_are_no_sliding() {
    touching(&|touch, frames, series| {
        let [a, b] = frames;
        let roll = touch.roll(a, b).unwrap();
        // Any velocities at first: the difference of the paths is the sliding velocity along the surfaces.
        let paths = series(frames).paths;
        let across = touch.across() * roll.slide;
        assert!(across.norm() > 1e-3, "it slides");
        assert!((paths[0] - paths[1] - across).norm() < 1e-12);
        // Then without sliding: both traces go the same way at the same speed.
        let stopped = SpatialFrame { velocity: b.velocity - roll.slide, ..*b };
        let rolling = [*a, stopped];
        let paths = series(&rolling).paths;
        assert!(paths[0].norm() > 1e-3, "it rolls");
        assert!((paths[0] - paths[1]).norm() < 1e-12);
        assert!((paths[0].norm() - paths[1].norm()).abs() < 1e-12);
        let roll = touch.roll(a, &stopped).unwrap();
        assert!(touch.tangent_rows(a, &stopped, &roll).iter().all(|row| row.rate.abs() < 1e-13));
    });
}

/// The rule of Appell and Chetaev: the reaction does no work on a displacement that geometry admits, and some on others.
#[test]
fn identity_reactions_do_no_work_on_admissible_displacements() {
    touching(&|touch, frames, series| {
        let [a, b] = frames;
        let mut noise = Noise(41);
        let roll = touch.roll(a, b).unwrap();
        let [s1, s2] = touch.tangent_rows(a, b, &roll);
        let rows = [touch.normal_row(a, b, &roll), s1, s2];
        let lambda = noise.vector();
        let wrench = |k: usize| {
            let part = |i: usize| (0..3).map(|row| rows[row].jacobian[k][i] * lambda[row]).sum::<f64>();
            (Vector3::from_fn(|i, _| part(i)), frames[k].turn(Vector3::from_fn(|i, _| part(3 + i))))
        };
        let [(force_a, moment_a), (force_b, moment_b)] = [wrench(0), wrench(1)];
        // One force at the contact, with its opposite; multipliers are its parts along n, t₁, t₂.
        let [t1, t2] = touch.tangents(a);
        let force = touch.normal * lambda.x + t1 * lambda.y + t2 * lambda.z;
        assert!((force_b - force).norm() < 1e-14 && (force_a + force).norm() < 1e-14);
        assert!((moment_b - touch.arms[1].cross(&force)).norm() < 1e-14);
        assert!((moment_a + touch.arms[0].cross(&force)).norm() < 1e-14);
        for _ in 0..10 {
            // A displacement is a velocity times a short time. Admissible: the series finds equal paths and no gap.
            let any = frames.map(|f| SpatialFrame { velocity: noise.vector(), spin: noise.vector(), ..f });
            let found = series(&any);
            let off = found.paths[0] - found.paths[1] + touch.normal * found.gap.v1;
            let admissible = [any[0], SpatialFrame { velocity: any[1].velocity - off, ..any[1] }];
            let found = series(&admissible);
            assert!((found.paths[0] - found.paths[1]).norm() < 1e-12 && found.gap.v1.abs() < 1e-12);
            let work = |d: &[SpatialFrame; 2]| {
                force_a.dot(&d[0].velocity)
                    + moment_a.dot(&d[0].spin)
                    + force_b.dot(&d[1].velocity)
                    + moment_b.dot(&d[1].spin)
            };
            assert!(work(&admissible).abs() < 1e-12);
            assert!(work(&any).abs() > 1e-6, "another displacement is not free of work");
        }
    });
}

#[test]
fn analytic_relative_curvatures() {
    let ball = |r| Sphere::new([0.0; 3], r);
    let at = |x: f64, z: f64| SpatialFrame { origin: Vector3::new(x, 0.0, z), ..SpatialFrame::GROUND };
    let of = |pair: &dyn SpatialPair, b: SpatialFrame| {
        pair.touch(&SpatialFrame::GROUND, &b, pair.start()).unwrap().relative_curvatures()
    };
    let (a, b, c) = (0.5, 0.4, 0.3);
    let cases = [
        (of(&Spheres::outside(ball(2.0), ball(0.5)), at(0.0, 2.5)), [2.5, 2.5]),
        (of(&Spheres::inside(ball(2.0), ball(0.5)), at(1.5, 0.0)), [1.5, 1.5]),
        (of(&OnPlane::new(Plane::horizontal(), Ellipsoid::new(a, b, c)), at(0.0, c)), [c / (a * a), c / (b * b)]),
        // Too large for the pipe along one direction: the bodies overlap there.
        (
            of(
                &Surfaces::new(Hollow(Cylinder::new(0.4)), ball(0.5)).near([0.4, 0.0, 0.0], [0.5, 0.0, 0.0]),
                at(-0.1, 0.0),
            ),
            [2.0 - 2.5, 2.0],
        ),
    ];
    for (found, expected) in cases {
        assert!(
            (found[0] - expected[0]).abs() < 1e-12 && (found[1] - expected[1]).abs() < 1e-12,
            "{found:?} {expected:?}"
        );
    }
}

#[test]
fn property_a_search_without_a_start_finds_the_contact() {
    let at = |z: f64| SpatialFrame { origin: Vector3::new(0.05, -0.03, z), ..SpatialFrame::GROUND };
    let ellipsoid = Ellipsoid::new(0.5, 0.35, 0.25);
    let cases: [(Box<dyn SpatialPair>, f64); 3] = [
        (Box::new(Surfaces::new(Plane::horizontal(), ellipsoid)), 0.25),
        (Box::new(Surfaces::new(Hollow(Ellipsoid::new(2.0, 1.8, 1.5)), ellipsoid)), -1.25),
        (Box::new(EdgeOn::new(HeightField(Hills), Rim::around([0.0; 3], [1.0, 0.2, 0.0], 0.4))), 0.4),
    ];
    for (pair, height) in cases {
        let touch = pair.touch(&SpatialFrame::GROUND, &at(height), pair.start()).unwrap();
        assert!(touch.gap.abs() < 0.05 && touch.normal.z > 0.9, "{touch:?}");
        // And again from there.
        let again = pair.touch(&SpatialFrame::GROUND, &at(height), touch.places).unwrap();
        assert!((again.gap - touch.gap).abs() < 1e-14);
    }
}

#[test]
fn property_lost_and_ambiguous_contacts_are_refused_with_numbers() {
    let ground = SpatialFrame::GROUND;
    let refused = |pair: &dyn SpatialPair, b: SpatialFrame| match pair.touch(&ground, &b, pair.start()) {
        Ok(touch) => touch.roll(&ground, &b).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    let up = |z: f64| SpatialFrame { origin: Vector3::new(0.0, 0.0, z), ..ground };
    let lying = chetaev::nalgebra::UnitQuaternion::from_scaled_axis(Vector3::x() * 1.5);
    let lying = SpatialFrame::new(Vector3::z(), lying, Vector3::zeros(), Vector3::zeros());
    let ball = |r| Sphere::new([0.0; 3], r);
    let log = Surfaces::new(Plane::horizontal(), Cylinder::new(1.0)).near([0.0; 3], [0.0, -1.0, 0.0]);
    // Nearly parallel: the plane touches the cylinder along a line.
    let messages = [
        refused(&log, lying),
        refused(&Spheres::inside(ball(1.0), ball(1.0)), up(0.0)),
        refused(&RimOnPlane::new(Plane::horizontal(), Rim::new(1.0)), up(0.0)),
        refused(&OnPlane::new(Plane::horizontal(), Torus::new(1.0, 0.2)), up(0.2)),
        refused(&Surfaces::new(ball(1.0), ball(1.0)).near([0.0, 0.0, -1.0], [0.0, 0.0, -1.0]), up(2.0)),
    ];
    for (message, word) in messages.iter().zip(["ambiguous", "ambiguous", "flat", "flat", "lost"]) {
        println!("{message}");
        assert!(message.contains(word), "{word}: {message}");
    }
}
