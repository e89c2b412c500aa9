//! Curves and surfaces, each saved in a constraint, alone and placed.

use super::{Saved, save};
use chetaev::contact::curve::*;
use chetaev::contact::spatial::*;
use chetaev::contact::surface::{self, Cone, Cylinder, Ellipsoid, Hollow, Plane, Rim, Sphere, Surface, Torus};
use chetaev::contact::{Circles, CornerOnCurve, CornerOnLine, CurvePair, EllipseOnLine};
use chetaev::nalgebra::{Rotation3, Vector3};
use chetaev::prelude::*;
use std::sync::Arc;

pub fn all(saved: &mut Saved) {
    curves(saved);
    surfaces(saved);
}

fn curves(saved: &mut Saved) {
    fn one<C: Curve + Clone + 'static>(saved: &mut Saved, what: &str, curve: C) {
        saved.check(&format!("PointOnCurve {what}"), |m| {
            let [a, b] = m.plane;
            m.builder.constraint("it", PointOnCurve::new(a, curve.clone(), b.point(0.1, 0.0)).near(0.3));
        });
        saved.check(&format!("PointOnCurve Placed {what}"), |m| {
            let [a, b] = m.plane;
            let placed = Placed::new(curve.clone(), [0.1, -0.2], 0.3);
            m.builder.constraint("it", PointOnCurve::new(a, placed, b.point(0.1, 0.0)).near(0.3));
        });
        saved.check(&format!("Contact CurvePair {what}"), |m| {
            let [a, b] = m.plane;
            let pair = CurvePair::inside(curve.clone(), Placed::new(Circle::new([0.0, 0.0], 0.2), [0.1, 0.0], 0.2));
            m.builder.constraint("it", Contact::rolling_by_arcs(a, b, pair));
        });
    }
    one(saved, "Line", Line::new([0.0, 0.0], 0.2));
    one(saved, "Circle", Circle::new([0.0, 0.0], 3.0));
    one(saved, "Ellipse", Ellipse::new(3.0, 2.0));
    one(saved, "Cycloid", Cycloid::new(2.0));
    one(saved, "Polynomial", Polynomial::new([0.0, 0.1, 0.3]).between(-3.0, 3.0));
    let corners = [[3.0, 0.0], [2.0, 2.5], [-2.5, 2.0], [-2.0, -2.0], [1.0, -2.5]];
    one(saved, "Spline", Spline::closed(&corners).unwrap());
    let beyond = [[-9.0, 3.0], [-3.0, 0.5], [0.0, 0.2], [3.0, 0.4], [9.0, 2.0]];
    one(saved, "Spline open", Spline::open(&beyond).unwrap());
    one(saved, "Spline between", Spline::between(&beyond, [[1.0, -0.5], [1.0, 0.3]]).unwrap());
    one(saved, "Support", Support::fourier(2.0, [[0.0, 0.0], [0.1, 0.05]]).unwrap());
    let boxed: fn() -> Box<dyn Curve> = || Box::new(Ellipse::new(3.0, 2.0));
    saved.check("a curve behind a pointer", |m| {
        let [a, b] = m.plane;
        m.builder.constraint("it", PointOnCurve::new(a, boxed(), b.origin()).near(0.3));
    });
    save!(
        saved,
        m,
        constraint,
        Contact::sliding(
            m.plane[0],
            m.plane[1],
            CurvePair::inside(
                Line::new([0.0, 0.0], 0.0),
                Spline::closed(&[[0.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [0.0, -0.5]]).unwrap()
            )
        )
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(m.plane[0], m.plane[1], EllipseOnLine::new(m.plane[0].axis([0.0, 0.0], 0.1), 0.4, 0.3))
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(m.plane[0], m.plane[1], Circles::outside(([0.0; 2], 0.5), ([0.0; 2], 0.6)))
    );
    let signal = Signal::constant(0.2).sine(0.1, 2.0, 0.3);
    save!(
        saved,
        m,
        constraint,
        Contact::between(m.plane[0], m.plane[1], CornerOnLine::new(m.plane[0].axis([0.0, 0.0], 0.1), [0.4, 0.3]))
            .on_belt_signal(signal.clone())
    );
    save!(
        saved,
        m,
        constraint,
        Contact::between(
            m.plane[0],
            m.plane[1],
            CornerOnCurve::outside(Placed::new(Circle::new([0.0, 0.0], 0.2), [0.1, 0.0], 0.2), [0.4, 0.3])
        )
    );
}

fn surfaces(saved: &mut Saved) {
    let down = [0.0, 0.0, -0.1];
    /// `low`: the point of the ball next to the surface.
    fn one<S: Surface + Clone + 'static>(saved: &mut Saved, what: &str, shape: S, low: [f64; 3]) {
        saved.check(&format!("Contact Surfaces Sphere Placed {what}"), |m| {
            let moved = surface::Placed::new(shape.clone(), [0.05, 0.0, 0.0]);
            let moved = moved.turned(Rotation3::new(Vector3::new(0.1, 0.0, 0.2)));
            let pair = Surfaces::new(moved, Sphere::new([0.0; 3], 0.1)).near([0.1, 0.2, 1.3], low);
            m.builder.constraint("it", Contact::rolling(m.space[0], m.space[1], pair));
        });
        saved.check(&format!("Contact EdgeOn Rim {what}"), |m| {
            let rim = Rim::around([0.0; 3], [1.0, 0.2, 0.0], 0.1);
            m.builder
                .constraint("it", Contact::without_pivoting(m.space[0], m.space[1], EdgeOn::new(shape.clone(), rim)));
        });
    }
    saved.check("a surface behind a pointer", |m| {
        let shared: Arc<dyn Surface> = Arc::new(Ellipsoid::new(1.0, 1.1, 1.2));
        let pair = Surfaces::new(shared, Sphere::new([0.0; 3], 0.1));
        m.builder.constraint("it", Contact::sliding(m.space[0], m.space[1], pair));
    });
    one(saved, "Plane", Plane::new([0.0; 3], [0.1, 0.0, 1.0]), down);
    one(saved, "Sphere", Sphere::new([0.0; 3], 1.1), down);
    one(saved, "Ellipsoid", Ellipsoid::new(1.0, 1.1, 1.2), down);
    one(saved, "Cylinder", Cylinder::new(0.2), [-0.045, -0.09, 0.0]);
    one(saved, "Torus", Torus::new(1.0, 0.3), down);
    one(saved, "Hollow Ellipsoid", Hollow(Ellipsoid::new(2.0, 2.1, 2.2)), [0.0, 0.0, 0.1]);
    one(saved, "Cone", Cone::new(0.3), [-0.04, -0.085, 0.03]);
    save!(
        saved,
        m,
        constraint,
        Contact::between(m.space[0], m.space[1], PointOn::new(Ellipsoid::new(1.0, 1.1, 1.2), [0.1, 0.2, -0.1]))
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(m.space[0], m.space[1], OnPlane::new(Plane::horizontal(), Torus::new(0.5, 0.2)))
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(
            m.space[0],
            m.space[1],
            RimOnPlane::new(Plane::horizontal(), Rim::around([0.0; 3], [1.0, 0.2, 0.1], 0.3))
        )
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(
            m.space[0],
            m.space[1],
            Spheres::outside(Sphere::new([0.0; 3], 0.5), Sphere::new([0.0; 3], 0.6))
        )
    );
}
