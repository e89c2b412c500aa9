//! Surfaces in closed form against the same surfaces by one generic function, and the laws that every surface obeys.

use super::patches::{AsFunction, Egg, Hills, Noise, Ring};
use chetaev::contact::curve::Domain;
use chetaev::contact::surface::*;
use chetaev::nalgebra::{Matrix3, RealField, Rotation3, Vector2, Vector3, convert};

/// How far two points with their normals and bending are apart.
fn apart(x: &SurfacePoint, y: &SurfacePoint) -> f64 {
    let [p, n] = [x.position - y.position, x.normal - y.normal].map(|v| v.norm());
    p.max(n).max((x.bend - y.bend).norm() / (1.0 + y.bend.norm()))
}

/// Laws (1) and (2) of the surfaces: along every step n turns by W dp, and the place goes by C dp, up to second order.
fn obeys_its_laws(surface: &dyn Surface, place: Place, noise: &mut Noise) {
    let point = surface.at(place).unwrap();
    let n = point.normal;
    assert!((n.norm() - 1.0).abs() < 1e-14);
    assert!((point.bend - point.bend.transpose()).norm() < 1e-12 * (1.0 + point.bend.norm()));
    assert!((point.bend * n).norm() < 1e-12 * (1.0 + point.bend.norm()));
    let again = surface.at(point.place).unwrap();
    assert!(apart(&again, &point) < 1e-13, "a settled place stays");
    let along = (Matrix3::identity() - n * n.transpose()) * noise.vector();
    let misses = |h: f64| {
        let [ahead, back] = [h, -h].map(|h| surface.at(point.place + point.chart * along * h).unwrap());
        let step = (ahead.position - back.position) / (2.0 * h) - along;
        let turn = (ahead.normal - back.normal) / (2.0 * h) - point.bend * along;
        let second = (ahead.position - point.position).norm() / h;
        assert!(second > 0.1 * along.norm(), "it moved");
        step.norm().max(turn.norm())
    };
    assert!(misses(1e-4) < 1e-6 * (1.0 + point.bend.norm().powi(3)), "{:e}", misses(1e-4));
}

#[test]
fn identity_every_surface_obeys_its_laws() {
    let mut noise = Noise(3);
    let turn = Rotation3::new(Vector3::new(0.4, -1.1, 0.3));
    let placed = Placed::new(Torus::new(1.0, 0.3), [0.2, 0.1, -0.4]).turned(turn);
    let surfaces: Vec<Box<dyn Surface>> = vec![
        Box::new(Plane::new([0.1, 0.2, 0.3], [1.0, -2.0, 2.0])),
        Box::new(Sphere::new([0.1, 0.0, 0.2], 0.8)),
        Box::new(Ellipsoid::new(0.9, 0.6, 0.4)),
        Box::new(Cylinder::new(0.7)),
        Box::new(Cone::new(0.6)),
        Box::new(Torus::new(1.0, 0.3)),
        Box::new(Revolution(Spheroid)),
        Box::new(HeightField(Hills)),
        Box::new(Parametric(AsFunction(Egg([0.9, 0.6, 0.4])))),
        Box::new(Closed(Stretched)),
        Box::new(placed),
        Box::new(Hollow(Ellipsoid::new(0.9, 0.6, 0.4))),
    ];
    for surface in &surfaces {
        for _ in 0..40 {
            let near = surface.near(noise.vector() + Vector3::z() * 1.2);
            obeys_its_laws(surface.as_ref(), near, &mut noise);
        }
    }
}

/// An ellipse (0.6, 0.9) turned about its long axis; its poles are at s = ±π/2.
#[derive(Debug)]
struct Spheroid;

impl Profile for Spheroid {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new(s.cos() * convert(0.6), s.sin() * convert(0.9))
    }
    fn domain(&self) -> Domain {
        Domain::Open { from: -std::f64::consts::FRAC_PI_2, to: std::f64::consts::FRAC_PI_2 }
    }
}

/// The ellipsoid (0.9, 0.6, 0.4), by directions.
#[derive(Debug)]
struct Stretched;

impl ClosedFunction for Stretched {
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
        Vector3::new(d.x * convert(0.9), d.y * convert(0.6), d.z * convert(0.4))
    }
}

#[test]
fn oracle_closed_forms_are_generic_functions_differentiated() {
    let mut noise = Noise(5);
    let (egg, ring) = (Parametric(AsFunction(Egg([0.9, 0.6, 0.4]))), Parametric(AsFunction(Ring(1.0, 0.3))));
    let (ball, round) = (Parametric(AsFunction(Egg([0.7; 3]))), Parametric(AsFunction(Egg([0.6, 0.6, 0.9]))));
    let mut worst = 0.0_f64;
    for _ in 0..200 {
        let place = Vector3::new(3.0 * noise.next(), 1.3 * noise.next(), 0.0);
        let same = |one: &dyn Surface, other: &dyn Surface| {
            let generic = one.at(place).unwrap();
            let mut closed = other.at(other.near(generic.position)).unwrap();
            // `near` may be rough: go there by the normal.
            if let Some(there) = other.facing(generic.normal) {
                closed = there;
            }
            apart(&generic, &closed)
        };
        worst = worst.max(same(&egg, &Ellipsoid::new(0.9, 0.6, 0.4)));
        worst = worst.max(same(&ball, &Sphere::new([0.0; 3], 0.7)));
        worst = worst.max(same(&ring, &Torus::new(1.0, 0.3)));
        let longitude = Vector3::new(place.x.cos(), place.x.sin(), 0.0) * (0.6 * place.y.cos());
        let turned = Revolution(Spheroid).at(Vector3::new(longitude.x, longitude.y, place.y)).unwrap();
        worst = worst.max(apart(&round.at(place).unwrap(), &turned));
    }
    println!("closed forms and generic functions: {worst:.1e}");
    assert!(worst < 1e-12 && worst > 0.0);
}

#[test]
fn analytic_poles_are_points_like_all_others() {
    // Curvature at the tip of the spheroid: c/a² in every direction; at the tip of Stretched: c/a² and c/b².
    let tip = Revolution(Spheroid).at(Vector3::new(0.0, 0.0, std::f64::consts::FRAC_PI_2)).unwrap();
    let [low, high] = tip.curvatures();
    assert!((low - 0.9 / 0.36).abs() < 1e-12 && (high - 0.9 / 0.36).abs() < 1e-12, "{low} {high}");
    let tip = Closed(Stretched).at(Vector3::z()).unwrap();
    let [low, high] = tip.curvatures();
    assert!((low - 0.4 / 0.81).abs() < 1e-12 && (high - 0.4 / 0.36).abs() < 1e-12);
    // Across the pole in steps that straddle it, against the ellipsoid.
    let (turned, exact) = (Revolution(Spheroid), Ellipsoid::new(0.6, 0.6, 0.9));
    for distance in [1e-1, 1e-3, 1e-5, 3e-6, 1e-7, 1e-10, 0.0] {
        let start = turned.at(Vector3::new(0.01, 0.002, 1.55)).unwrap();
        let goal = Vector3::new(-distance, 0.3 * distance, 0.0);
        let mut place = start.place;
        for _ in 0..8 {
            let here = turned.at(place).unwrap();
            let off = goal - Vector3::new(here.position.x, here.position.y, 0.0);
            place = here.place + here.chart * (off - here.normal * here.normal.dot(&off));
        }
        let here = turned.at(place).unwrap();
        assert!((here.position.xy() - goal.xy()).norm() < 1e-12);
        let there = exact.facing(here.normal).unwrap();
        let miss = (here.bend - there.bend).norm();
        assert!(miss < 3e-9, "at {distance:e} from the pole: {miss:e}");
    }
    // The same surface by longitude and latitude has a pole there, and says so.
    let refused = Parametric(AsFunction(Egg([0.9, 0.6, 0.4]))).at(Vector3::new(0.3, std::f64::consts::FRAC_PI_2, 0.0));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("pole") && refused.contains("Closed"), "{refused}");
}

#[test]
fn property_places_without_a_surface_are_refused() {
    let refused = [
        Cylinder::new(1.0).at(Vector3::z()).unwrap_err(),
        Cone::new(0.5).at(Vector3::zeros()).unwrap_err(),
        Torus::new(1.0, 0.2).at(Vector3::x()).unwrap_err(),
        Revolution(Apex).at(Vector3::zeros()).unwrap_err(),
    ];
    for error in refused {
        println!("{error}");
        assert!(error.to_string().contains("singular"));
    }
    assert!(Torus::new(1.0, 0.2).facing(Vector3::z()).is_none(), "a torus lies on a whole circle");
}

/// A cone's profile.
#[derive(Debug)]
struct Apex;

impl Profile for Apex {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new(s, -s)
    }
    fn domain(&self) -> Domain {
        Domain::Open { from: 0.0, to: 1.0 }
    }
}
