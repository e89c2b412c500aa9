//! Numbers that carry derivatives.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A number with its derivatives, as a function is called with under `derivatives="dual"`. It may be compared; `value` is the number alone, for looking something up.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone, Debug)]
pub struct Dual {
    /// The number alone.
    #[pyo3(get)]
    pub value: f64,
    /// First and second rate along the motion.
    pub along: [f64; 2],
    /// Along each unit twist.
    pub slopes: Vec<f64>,
}

/// A number with derivatives, or without.
pub enum Operand {
    Dual(Dual),
    Plain(f64),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Operand {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Dualized");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        from.extract().map(Self::Dual).or_else(|_| from.extract().map(Self::Plain))
    }
}

impl Operand {
    fn value(&self) -> f64 {
        match self {
            Self::Dual(it) => it.value,
            Self::Plain(value) => *value,
        }
    }

    pub fn dual(self, slopes: usize) -> Dual {
        match self {
            Self::Dual(it) => it,
            Self::Plain(value) => Dual { value, along: [0.0; 2], slopes: vec![0.0; slopes] },
        }
    }
}

impl Dual {
    /// f(a): by f, f', f''.
    fn by(&self, [f, first, second]: [f64; 3]) -> Self {
        let [a, b] = self.along;
        let slopes = self.slopes.iter().map(|slope| first * slope).collect();
        Self { value: f, along: [first * a, first * b + second * a * a], slopes }
    }

    /// f(a, b): by f, its slopes, and f_aa, f_ab, f_bb.
    fn with(&self, other: &Self, f: f64, [fa, fb]: [f64; 2], [faa, fab, fbb]: [f64; 3]) -> Self {
        let ([a, a2], [b, b2]) = (self.along, other.along);
        // What does not depend on a number has no part of its slope: 0 · ∞ is not asked for.
        let part = |f: f64, slope: f64| if slope == 0.0 { 0.0 } else { f * slope };
        let second = part(faa, a * a) + 2.0 * part(fab, a * b) + part(fbb, b * b);
        let slopes = self.slopes.iter().zip(&other.slopes).map(|(x, y)| part(fa, *x) + part(fb, *y)).collect();
        Self { value: f, along: [part(fa, a) + part(fb, b), part(fa, a2) + part(fb, b2) + second], slopes }
    }

    fn power(a: &Self, b: &Self) -> Self {
        let (x, y) = (a.value, b.value);
        // y x^(y−1), where y may be zero and x^(y−1) infinite.
        let slope = |y: f64, f: f64| if y == 0.0 { 0.0 } else { y * f };
        let (f, log) = (x.powf(y), x.ln());
        let second = slope(y * (y - 1.0), x.powf(y - 2.0));
        let cross = x.powf(y - 1.0) * (1.0 + y * log);
        a.with(b, f, [slope(y, x.powf(y - 1.0)), f * log], [second, cross, f * log * log])
    }

    fn over(a: &Self, b: &Self) -> PyResult<Self> {
        let (x, y) = (a.value, b.value);
        if y == 0.0 {
            return Err(PyZeroDivisionError::new_err("division by zero"));
        }
        Ok(a.with(b, x / y, [1.0 / y, -x / (y * y)], [0.0, -1.0 / (y * y), 2.0 * x / (y * y * y)]))
    }
}

/// Functions of one number are under NumPy's names, which calls them; each by f, f', f''.
#[pymethods]
impl Dual {
    /// What `numpy.sin` calls.
    fn sin(&self) -> Self {
        let x = self.value;
        self.by([x.sin(), x.cos(), -x.sin()])
    }
    /// What `numpy.cos` calls.
    fn cos(&self) -> Self {
        let x = self.value;
        self.by([x.cos(), -x.sin(), -x.cos()])
    }
    /// What `numpy.tan` calls.
    fn tan(&self) -> Self {
        let x = self.value;
        self.by([x.tan(), 1.0 + x.tan().powi(2), 2.0 * x.tan() * (1.0 + x.tan().powi(2))])
    }
    /// What `numpy.arcsin` calls.
    fn arcsin(&self) -> Self {
        let x = self.value;
        self.by([x.asin(), 1.0 / (1.0 - x * x).sqrt(), x / (1.0 - x * x).powf(1.5)])
    }
    /// What `numpy.arccos` calls.
    fn arccos(&self) -> Self {
        let x = self.value;
        self.by([x.acos(), -1.0 / (1.0 - x * x).sqrt(), -x / (1.0 - x * x).powf(1.5)])
    }
    /// What `numpy.arctan` calls.
    fn arctan(&self) -> Self {
        let x = self.value;
        self.by([x.atan(), 1.0 / (1.0 + x * x), -2.0 * x / (1.0 + x * x).powi(2)])
    }
    /// What `numpy.sinh` calls.
    fn sinh(&self) -> Self {
        let x = self.value;
        self.by([x.sinh(), x.cosh(), x.sinh()])
    }
    /// What `numpy.cosh` calls.
    fn cosh(&self) -> Self {
        let x = self.value;
        self.by([x.cosh(), x.sinh(), x.cosh()])
    }
    /// What `numpy.tanh` calls.
    fn tanh(&self) -> Self {
        let x = self.value;
        self.by([x.tanh(), 1.0 - x.tanh().powi(2), -2.0 * x.tanh() * (1.0 - x.tanh().powi(2))])
    }
    /// What `numpy.exp` calls.
    fn exp(&self) -> Self {
        let x = self.value;
        self.by([x.exp(); 3])
    }
    /// What `numpy.log` calls.
    fn log(&self) -> Self {
        let x = self.value;
        self.by([x.ln(), 1.0 / x, -1.0 / (x * x)])
    }
    /// What `numpy.sqrt` calls.
    fn sqrt(&self) -> Self {
        let x = self.value;
        self.by([x.sqrt(), 0.5 / x.sqrt(), -0.25 / (x * x.sqrt())])
    }
    /// What `numpy.arctan2` calls.
    fn arctan2(&self, other: Operand) -> Self {
        let other = other.dual(self.slopes.len());
        let (y, x) = (self.value, other.value);
        let r = x * x + y * y;
        let (s, d) = (2.0 * x * y / (r * r), (y * y - x * x) / (r * r));
        self.with(&other, y.atan2(x), [x / r, -y / r], [-s, d, s])
    }
    /// What `numpy.hypot` calls.
    fn hypot(&self, other: Operand) -> Self {
        let other = other.dual(self.slopes.len());
        let (x, y) = (self.value, other.value);
        let r = x.hypot(y);
        let r3 = r * r * r;
        self.with(&other, r, [x / r, y / r], [y * y / r3, -x * y / r3, x * x / r3])
    }
    fn __add__(&self, other: Operand) -> Self {
        let other = other.dual(self.slopes.len());
        self.with(&other, self.value + other.value, [1.0, 1.0], [0.0; 3])
    }
    fn __radd__(&self, other: Operand) -> Self {
        self.__add__(other)
    }
    fn __sub__(&self, other: Operand) -> Self {
        let other = other.dual(self.slopes.len());
        self.with(&other, self.value - other.value, [1.0, -1.0], [0.0; 3])
    }
    fn __rsub__(&self, other: Operand) -> Self {
        self.__neg__().__add__(other)
    }
    fn __mul__(&self, other: Operand) -> Self {
        let other = other.dual(self.slopes.len());
        let (x, y) = (self.value, other.value);
        self.with(&other, x * y, [y, x], [0.0, 1.0, 0.0])
    }
    fn __rmul__(&self, other: Operand) -> Self {
        self.__mul__(other)
    }
    fn __truediv__(&self, other: Operand) -> PyResult<Self> {
        Self::over(self, &other.dual(self.slopes.len()))
    }
    fn __rtruediv__(&self, other: Operand) -> PyResult<Self> {
        Self::over(&other.dual(self.slopes.len()), self)
    }
    fn __pow__(&self, exponent: Operand, modulo: Option<Py<PyAny>>) -> PyResult<Self> {
        if modulo.is_some() {
            return Err(PyTypeError::new_err("a power of numbers with derivatives has no modulus"));
        }
        Ok(Self::power(self, &exponent.dual(self.slopes.len())))
    }
    fn __rpow__(&self, base: Operand, modulo: Option<Py<PyAny>>) -> PyResult<Self> {
        if modulo.is_some() {
            return Err(PyTypeError::new_err("a power of numbers with derivatives has no modulus"));
        }
        Ok(Self::power(&base.dual(self.slopes.len()), self))
    }
    fn __neg__(&self) -> Self {
        self.by([-self.value, -1.0, 0.0])
    }
    fn __pos__(&self) -> Self {
        self.clone()
    }
    fn __abs__(&self) -> Self {
        self.by([self.value.abs(), 1.0_f64.copysign(self.value), 0.0])
    }
    fn __richcmp__(&self, other: Operand, op: CompareOp) -> bool {
        self.value.partial_cmp(&other.value()).map_or(matches!(op, CompareOp::Ne), |order| op.matches(order))
    }
    fn __bool__(&self) -> bool {
        self.value != 0.0
    }
    /// Its derivatives would be lost.
    fn __float__(&self) -> PyResult<f64> {
        Err(PyTypeError::new_err(
            "a number with derivatives is no float, which would lose them: use NumPy's functions (numpy.sin), not those of `math`; `value` is the number alone",
        ))
    }
    /// What NumPy's functions do, of which it may be the second number.
    #[pyo3(signature = (function, method, *inputs: "Any", **keywords: "Any"))]
    fn __array_ufunc__<'py>(
        &self,
        function: &Bound<'py, PyAny>,
        method: &str,
        inputs: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = function.py();
        let keywords = keywords.cloned().unwrap_or_else(|| PyDict::new(py));
        py.import("chetaev._dual")?.getattr("ufunc")?.call1((function, method, inputs, keywords))
    }
    fn __repr__(&self) -> String {
        format!("Dual({})", self.value)
    }
}
