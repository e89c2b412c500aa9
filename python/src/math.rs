//! Functions as data: signals, formulas, tables; and what is taken for one.

use crate::errors::Raise;
use crate::handles::VariableId;
use crate::sizes::flawless;
use chetaev::math::{Given, TimeLaw};
use chetaev::prelude as c;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A function of numbers with names, as data: of a text, or of a Python function that is called once with numbers that are not known yet.
///
/// `Formula("y - x^2")` and `Formula(lambda x, y: y - x**2)` are the same. The arguments of a function are its parameters; those of a text are the names in it, unless
/// `arguments` tells them. Further arguments may be given by signals: `Formula("k*x", k=ct.Signal.input(stiffness))`.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Formula {
    pub formula: c::Formula,
    given: Vec<(String, c::Signal)>,
}

impl Formula {
    pub fn given(&self) -> Given<c::Signal> {
        let mut given: Given<c::Signal> = self.formula.clone().into();
        for (name, law) in &self.given {
            given = given.given(name.clone(), law.clone());
        }
        given
    }

    /// What a function computes is found out in Python, where its operators are.
    pub fn of(source: &Bound<'_, PyAny>, arguments: Option<Vec<String>>) -> PyResult<Self> {
        let text = source.py().import("chetaev._trace")?.getattr("text")?;
        let (text, names): (String, Vec<String>) = text.call1((source, arguments))?.extract()?;
        Ok(Self { formula: c::Formula::parse(&text, names).raise()?, given: Vec::new() })
    }

    /// Where no argument can be given by a signal.
    pub fn alone(self) -> PyResult<c::Formula> {
        match self.given.first() {
            None => Ok(self.formula),
            Some((name, _)) => {
                Err(PyTypeError::new_err(format!("`{name}` is given by a signal, which this formula cannot read")))
            }
        }
    }
}

#[pymethods]
impl Formula {
    #[new]
    #[pyo3(signature = (source: "str | Callable[..., Any] | Formula | float", arguments=None, **given: "SignalLike"))]
    fn new(
        source: &Bound<'_, PyAny>,
        arguments: Option<Vec<String>>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut formula = match source.extract::<Self>() {
            Ok(formula) => formula,
            Err(_) => Self::of(source, arguments)?,
        };
        for (name, law) in given.iter().flat_map(|given| given.iter()) {
            formula.given.push((name.extract()?, law.extract::<SignalLike>()?.0));
        }
        Ok(formula)
    }
    /// The names of its arguments.
    #[getter]
    pub fn arguments(&self) -> Vec<String> {
        self.formula.arguments().map(String::from).collect()
    }
    /// Its value at these numbers, one for each argument.
    #[pyo3(signature = (*numbers: "float"))]
    fn __call__(&self, numbers: Vec<f64>) -> PyResult<f64> {
        match self.formula.arguments().len() {
            n if n == numbers.len() => Ok(self.formula.at(&numbers)),
            n => Err(PyTypeError::new_err(format!(
                "the formula has {n} arguments, not {}: {:?}",
                numbers.len(),
                self.arguments()
            ))),
        }
    }
    fn __str__(&self) -> String {
        self.formula.to_string()
    }
    fn __repr__(&self) -> String {
        format!("{:?}", self.formula)
    }
}

/// A number, a text, a function or a formula, as a formula.
pub struct FormulaLike(pub Formula);

impl<'a, 'py> FromPyObject<'a, 'py> for FormulaLike {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "FormulaLike");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(law) = from.extract::<SignalLikeData>() {
            // An argument that is no name of a text, given by the signal.
            let formula = c::Formula::parse("given", ["given"]).raise()?;
            return Ok(Self(Formula { formula, given: vec![("given".into(), law.0)] }));
        }
        from.extract::<Formula>().or_else(|_| Formula::of(&from, None)).map(Self)
    }
}

/// A signal, or a handle of an input.
struct SignalLikeData(c::Signal);

impl<'a, 'py> FromPyObject<'a, 'py> for SignalLikeData {
    type Error = PyErr;

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(signal) = from.extract::<Signal>() {
            return Ok(Self(signal.signal));
        }
        Ok(Self(c::Signal::input(from.extract::<VariableId>()?.id)))
    }
}

/// A number, a signal, an input, or what a formula of `t` is made of, as a signal.
pub struct SignalLike(pub c::Signal);

impl<'a, 'py> FromPyObject<'a, 'py> for SignalLike {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "SignalLike");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = from.extract::<f64>() {
            return Ok(Self(c::Signal::constant(number)));
        }
        if let Ok(data) = from.extract::<SignalLikeData>() {
            return Ok(Self(data.0));
        }
        let formula = from.extract::<Formula>().or_else(|_| Formula::of(&from, None))?;
        Ok(Self(c::Signal::formula(formula.given()).raise()?))
    }
}

/// A function of time as data.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Signal {
    pub signal: c::Signal,
}

macro_rules! signals {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $make:expr;)*) => {
        #[pymethods]
        impl Signal {
            /// A number, a text, a function of `t` or a formula as a signal.
            #[new]
            fn new(law: SignalLike) -> Self {
                Self { signal: law.0 }
            }
            $($(#[$doc])*
            #[staticmethod]
            fn $name($($arg: $type),*) -> PyResult<Self> {
                let signal = $make;
                flawless(signal.flaw())?;
                Ok(Self { signal })
            })*
            /// This one and amplitude · sin(omega t + phase).
            fn sine(&self, amplitude: f64, omega: f64, phase: f64) -> Self {
                Self { signal: self.signal.clone().sine(amplitude, omega, phase) }
            }
            /// Its value at a time.
            fn __call__(&self, t: f64) -> f64 {
                self.signal.value(t)
            }
        }
    };
}
signals! {
    /// The same at all times.
    constant(value: f64) => c::Signal::constant(value);
    /// c₀ + c₁ t + c₂ t² + …
    polynomial(coefficients: Vec<f64>) => c::Signal::polynomial(coefficients);
    /// From one value to another between two times, evenly.
    ramp(times: [f64; 2], values: [f64; 2]) => c::Signal::ramp(times, values);
    /// From one value to another between two times, without a kink.
    smooth_step(times: [f64; 2], values: [f64; 2]) => c::Signal::smooth_step(times, values);
    /// Zero, up between the first two times, down between the last two.
    trapezoid(times: [f64; 4], height: f64) => c::Signal::trapezoid(times, height);
    /// A table over time.
    table(table: LookupTable) => c::Signal::table(table.table);
    /// A formula of `t`, and of what is given to it.
    formula(formula: FormulaLike) => c::Signal::formula(formula.0.given()).raise()?;
    /// What an input of the model is at the time.
    input(variable: VariableId) => c::Signal::input(variable.id);
}

/// A function that goes through points.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct LookupTable {
    pub table: c::LookupTable,
}

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*);)*) => {
        #[pymethods]
        impl LookupTable {
            $($(#[$doc])*
            #[staticmethod]
            fn $name(points: Vec<[f64; 2]> $(, $arg: $type)*) -> PyResult<Self> {
                Ok(Self { table: c::LookupTable::$name(&points $(, $arg)*).raise()? })
            })*
            /// Its value there.
            fn __call__(&self, x: f64) -> f64 {
                self.table.value(x)
            }
        }
    };
}
tables! {
    /// Straight between the points.
    linear();
    /// Straight between the points, and again from the last one on.
    linear_periodic();
    /// A cubic spline.
    cubic();
    /// A cubic spline with these slopes at its ends.
    clamped(slopes: [f64; 2]);
    /// A cubic spline that goes on as it began.
    periodic();
}
