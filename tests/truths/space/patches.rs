//! Contacts found anew in numbers that carry time derivatives, for the oracle of `contact`.
//!
//! Bodies fly with constant v and ω. The contact's parameters are functions of time that solve (C1) and (C2) of
//! `SpatialTouch`; here these are solved by Newton's method on power series in time, to second order, with none of the
//! library's formulas.

use chetaev::contact::curve::Domain;
use chetaev::contact::surface::{Height, SurfaceFunction};
use chetaev::element::SpatialFrame;
use chetaev::nalgebra::{Matrix3, Matrix4, RealField, Vector3, Vector4, convert};
use num_dual::Dual2_64;

/// A number that carries two derivatives by time.
pub type Series = Dual2_64;

/// A surface, or with tangents that coincide an edge, with its derivatives written by hand.
pub trait Patch {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T>;
    fn tangents<T: RealField + Copy>(&self, u: T, v: T) -> [Vector3<T>; 2];
    /// The outer normal is this times x_u × x_v.
    fn side(&self) -> f64 {
        1.0
    }
    fn is_edge(&self) -> bool {
        false
    }
    fn normal<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        let [a, b] = self.tangents(u, v);
        let n = a.cross(&b);
        n * (convert::<f64, T>(self.side()) / n.norm())
    }
}

/// By longitude u and latitude v.
#[derive(Copy, Clone, Debug)]
pub struct Egg(pub [f64; 3]);

impl Patch for Egg {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        let [a, b, c] = self.0.map(convert::<f64, T>);
        Vector3::new(a * u.cos() * v.cos(), b * u.sin() * v.cos(), c * v.sin())
    }
    fn tangents<T: RealField + Copy>(&self, u: T, v: T) -> [Vector3<T>; 2] {
        let [a, b, c] = self.0.map(convert::<f64, T>);
        let zero = convert(0.0);
        [
            Vector3::new(-a * u.sin() * v.cos(), b * u.cos() * v.cos(), zero),
            Vector3::new(-a * u.cos() * v.sin(), -b * u.sin() * v.sin(), c * v.cos()),
        ]
    }
}

/// By the angle u around the axis and v around the tube.
#[derive(Copy, Clone, Debug)]
pub struct Ring(pub f64, pub f64);

impl Patch for Ring {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        let (ring, tube) = (convert::<f64, T>(self.0), convert::<f64, T>(self.1));
        let out = ring + tube * v.cos();
        Vector3::new(out * u.cos(), out * u.sin(), tube * v.sin())
    }
    fn tangents<T: RealField + Copy>(&self, u: T, v: T) -> [Vector3<T>; 2] {
        let (ring, tube) = (convert::<f64, T>(self.0), convert::<f64, T>(self.1));
        let out = ring + tube * v.cos();
        [
            Vector3::new(-out * u.sin(), out * u.cos(), convert(0.0)),
            Vector3::new(-tube * v.sin() * u.cos(), -tube * v.sin() * u.sin(), tube * v.cos()),
        ]
    }
}

/// z = 0.3 sin x cos 2y + 0.1 x².
#[derive(Copy, Clone, Debug)]
pub struct Hills;

impl Height for Hills {
    fn at<T: RealField + Copy>(&self, x: T, y: T) -> T {
        let two: T = convert(2.0);
        x.sin() * (two * y).cos() * convert(0.3) + x * x * convert(0.1)
    }
}

impl Patch for Hills {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        Vector3::new(u, v, self.at(u, v))
    }
    fn tangents<T: RealField + Copy>(&self, u: T, v: T) -> [Vector3<T>; 2] {
        let (zero, one, two) = (convert::<f64, T>(0.0), convert::<f64, T>(1.0), convert::<f64, T>(2.0));
        let by_x = u.cos() * (two * v).cos() * convert(0.3) + u * convert(0.2);
        let by_y = -u.sin() * (two * v).sin() * convert(0.6);
        [Vector3::new(one, zero, by_x), Vector3::new(zero, one, by_y)]
    }
}

/// The plane z = 0.
#[derive(Copy, Clone, Debug)]
pub struct Floor;

impl Patch for Floor {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        Vector3::new(u, v, convert(0.0))
    }
    fn tangents<T: RealField + Copy>(&self, _u: T, _v: T) -> [Vector3<T>; 2] {
        [Vector3::x().map(convert::<f64, T>), Vector3::y().map(convert::<f64, T>)]
    }
}

/// A rim of radius R around z. The second parameter does nothing.
#[derive(Copy, Clone, Debug)]
pub struct Wheel(pub f64);

impl Patch for Wheel {
    fn point<T: RealField + Copy>(&self, u: T, _v: T) -> Vector3<T> {
        Vector3::new(u.cos(), u.sin(), convert(0.0)) * convert::<f64, T>(self.0)
    }
    fn tangents<T: RealField + Copy>(&self, u: T, _v: T) -> [Vector3<T>; 2] {
        [Vector3::new(-u.sin(), u.cos(), convert(0.0)); 2]
    }
    fn is_edge(&self) -> bool {
        true
    }
}

/// The same patch inside out.
#[derive(Copy, Clone, Debug)]
pub struct Inverse<P>(pub P);

impl<P: Patch> Patch for Inverse<P> {
    fn point<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        self.0.point(u, v)
    }
    fn tangents<T: RealField + Copy>(&self, u: T, v: T) -> [Vector3<T>; 2] {
        self.0.tangents(u, v)
    }
    fn side(&self) -> f64 {
        -self.0.side()
    }
}

/// A patch as the library takes it.
#[derive(Copy, Clone, Debug)]
pub struct AsFunction<P>(pub P);

impl<P: Patch + Send + Sync + std::fmt::Debug> SurfaceFunction for AsFunction<P> {
    fn at<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
        self.0.point(u, v)
    }
    fn domain(&self) -> [Domain; 2] {
        let half = std::f64::consts::FRAC_PI_2;
        [Domain::Closed { period: 4.0 * half }, Domain::Open { from: -half, to: half }]
    }
}

/// Numbers that look random and are the same on every machine.
pub struct Noise(pub u64);

impl Noise {
    /// Between −1 and 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.next())
    }
}

/// A frame whose pose is a series in time: origin and rotation.
pub struct Flying {
    origin: Vector3<Series>,
    rotation: Matrix3<Series>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Flying {
    /// x(t) = x + v t, R(t) = exp(ω t) R.
    pub fn new(f: &SpatialFrame) -> Self {
        let w = f.spin.cross_matrix();
        let (first, second) = (w * f.rotation, w * w * f.rotation);
        let rotation = Matrix3::from_fn(|i, j| Series::new(f.rotation[(i, j)], first[(i, j)], second[(i, j)]));
        let origin = Vector3::from_fn(|i, _| Series::new(f.origin[i], f.velocity[i], 0.0));
        Self { origin, rotation, velocity: f.velocity, spin: f.spin }
    }
    pub fn turn(&self, local: Vector3<Series>) -> Vector3<Series> {
        self.rotation * local
    }
    pub fn axis(&self, i: usize) -> Vector3<Series> {
        self.rotation.column(i).into()
    }
    pub fn spin(&self) -> Vector3<Series> {
        self.spin.map(Series::from_re)
    }
    /// Velocity of the material point at this place in the world.
    fn velocity_at(&self, place: Vector3<Series>) -> Vector3<Series> {
        self.velocity.map(Series::from_re) + self.spin().cross(&(place - self.origin))
    }
}

/// A contact as a series in time.
pub struct Found {
    pub normal: Vector3<Series>,
    pub gap: Series,
    pub slide: Vector3<Series>,
    /// Velocities of the contact along both bodies, in the world.
    pub paths: [Vector3<f64>; 2],
}

/// Solves (C1) and (C2) near the parameters `start`.
pub fn find<A: Patch, B: Patch>(a: &A, b: &B, fa: &Flying, fb: &Flying, start: [f64; 4]) -> Found {
    let residual = |x: [Series; 4]| -> [Series; 4] {
        let d = fb.origin + fb.turn(b.point(x[2], x[3])) - fa.origin - fa.turn(a.point(x[0], x[1]));
        let [ta, tb] = a.tangents(x[0], x[1]).map(|t| fa.turn(t));
        let (c1, c2) = (ta.dot(&d), tb.dot(&d));
        if b.is_edge() {
            let n = ta.cross(&tb);
            [c1, c2, n.dot(&fb.turn(b.tangents(x[2], x[3])[0])), x[3]]
        } else {
            let n = fb.turn(b.normal(x[2], x[3]));
            [c1, c2, ta.dot(&n), tb.dot(&n)]
        }
    };
    let mut x = start.map(Series::from_re);
    for _ in 0..30 {
        let still = x.map(|s| Series::from_re(s.re));
        let columns: Vec<Vector4<f64>> = (0..4)
            .map(|k| {
                // v1 of the seed, less what time itself contributes.
                let mut seeded = still;
                seeded[k].v1 = 1.0;
                let (with, without) = (residual(seeded), residual(still));
                Vector4::from_fn(|i, _| with[i].v1 - without[i].v1)
            })
            .collect();
        let inverse = Matrix4::from_columns(&columns).try_inverse().unwrap();
        let g = residual(x);
        let parts = [|s: &Series| s.re, |s: &Series| s.v1, |s: &Series| s.v2];
        let steps = parts.map(|part| inverse * Vector4::from_fn(|i, _| part(&g[i])));
        for (k, s) in x.iter_mut().enumerate() {
            *s -= Series::new(steps[0][k], steps[1][k], steps[2][k]);
        }
    }
    let (pa, pb) = (a.point(x[0], x[1]), b.point(x[2], x[3]));
    let (p, q) = (fa.origin + fa.turn(pa), fb.origin + fb.turn(pb));
    let normal = fa.turn(a.normal(x[0], x[1]));
    let path = |f: &Flying, local: Vector3<Series>| f.rotation.map(|r| r.re) * local.map(|c| c.v1);
    Found {
        normal,
        gap: normal.dot(&(q - p)),
        slide: fb.velocity_at(q) - fa.velocity_at(p),
        paths: [path(fa, pa), path(fb, pb)],
    }
}

/// Two frames in which the patches nearly touch at the parameters `u`: a gap, and everything else at random.
pub fn facing<A: Patch, B: Patch>(a: &A, b: &B, u: [f64; 4], gap: f64, noise: &mut Noise) -> [SpatialFrame; 2] {
    use chetaev::nalgebra::{Rotation3, Unit, UnitQuaternion};
    let moving = |origin, rotation: Rotation3<f64>, noise: &mut Noise| {
        SpatialFrame::new(origin, UnitQuaternion::from_rotation_matrix(&rotation), noise.vector(), noise.vector() * 2.0)
    };
    let fa = moving(noise.vector(), Rotation3::new(noise.vector() * 3.0), noise);
    let normal = fa.turn(a.normal(u[0], u[1]));
    let own: Vector3<f64> = if b.is_edge() {
        // Any normal across the tangent; the disk leans.
        let out = b.point(u[2], u[3]).normalize();
        (out + Vector3::z() * (0.3 + 0.3 * noise.next())).normalize()
    } else {
        b.normal(u[2], u[3])
    };
    let onto = Rotation3::rotation_between(&own, &-normal)
        .unwrap_or_else(|| Rotation3::new(Vector3::x() * std::f64::consts::PI));
    let about = Rotation3::from_axis_angle(&Unit::new_normalize(normal), 3.0 * noise.next());
    let rotation = about * onto;
    let origin = fa.point(a.point(u[0], u[1])) + normal * gap - rotation * b.point(u[2], u[3]);
    let fb = moving(origin, rotation, noise);
    [fa, fb]
}
