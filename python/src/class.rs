//! How a class of elements is written: its documentation, the arguments of its constructors, and one expression for each.

/// Classes of elements. After `+` stands the constructor, after it named ones; after a semicolon their keywords, whose defaults are
/// literals or `None`: `help` shows those alone. Every expression makes the base.
macro_rules! elements {
    ($($(#[$doc:meta])* $name:ident: $base:ident {
        $(+ ($($arg:ident: $type:ty),* $(; $($key:ident: $key_type:ty = $default:tt),*)?) => $make:expr;)?
        $($(#[$of_doc:meta])* $of:ident($($of_arg:ident: $of_type:ty),* $(; $($of_key:ident: $of_key_type:ty = $of_default:tt),*)?) => $of_make:expr;)*
    })*) => {$(
        $(#[$doc])*
        #[pyclass(extends = $base, frozen, module = "chetaev")]
        pub struct $name;

        #[pymethods]
        impl $name {
            $(#[new]
            #[pyo3(signature = ($($arg,)* $(*, $($key = $default),*)?))]
            #[allow(clippy::too_many_arguments)]
            fn new($($arg: $type,)* $($($key: $key_type),*)?) -> PyResult<PyClassInitializer<Self>> {
                let base: $base = $crate::errors::caught(|| Ok($make))?;
                Ok(PyClassInitializer::from(base).add_subclass(Self))
            })?
            $($(#[$of_doc])*
            #[staticmethod]
            #[pyo3(signature = ($($of_arg,)* $(*, $($of_key = $of_default),*)?))]
            #[allow(clippy::too_many_arguments)]
            fn $of(py: Python<'_>, $($of_arg: $of_type,)* $($($of_key: $of_key_type),*)?) -> PyResult<Py<Self>> {
                let base: $base = $crate::errors::caught(|| Ok($of_make))?;
                Py::new(py, PyClassInitializer::from(base).add_subclass(Self))
            })*
        }
    )*};
}
pub(crate) use elements;

/// What was told of what may be told: `given!(it; step: step)` is `it.step(x)` where `step` is something.
macro_rules! given {
    ($it:expr; $($name:ident: $value:expr),*) => {{
        let it = $it;
        $(let it = match $value {
            Some(value) => it.$name(value),
            None => it,
        };)*
        it
    }};
}
pub(crate) use given;
