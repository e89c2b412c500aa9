//! The methods by name.

use super::check::{TableauError, check};
use super::methods::{bogacki_shampine, dop853, dormand_prince, euler_rk4, tsitouras};
use super::radau::numbers::TIMES;
use super::tableau::Tableau;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A Runge-Kutta method, explicit but for [`Radau5`](Self::Radau5). Text form: its name in lower case, such as `dopri5`.
///
/// ```
/// use chetaev::ode::Method;
/// let method: Method = "tsit5".parse()?;
/// assert_eq!((method, method.order(), method.to_string().as_str()), (Method::Tsit5, 5, "tsit5"));
/// assert!(!Method::Rk4.is_adaptive() && "rk5".parse::<Method>().is_err());
/// # Ok::<(), chetaev::ode::UnknownMethod>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Explicit Euler, order 1, fixed steps.
    Euler,
    /// The classical method of order 4, fixed steps.
    Rk4,
    /// Bogacki-Shampine 3(2).
    Bs23,
    /// Dormand-Prince 5(4).
    Dopri5,
    /// Tsitouras 5(4).
    Tsit5,
    /// Dormand-Prince 8(5,3).
    Dop853,
    /// Radau IIA of order 5, implicit: for stiff equations, whose fast parts would keep the steps of the others short.
    Radau5,
    /// A method of the user's own, from [`Method::own`].
    Own(OwnMethod),
}

/// A tableau of the user's that was checked: what [`Method::Own`] holds. Two are the same if they are one and the same static.
#[derive(Copy, Clone)]
pub struct OwnMethod(&'static Tableau);

impl PartialEq for OwnMethod {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for OwnMethod {}

impl Hash for OwnMethod {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl fmt::Debug for OwnMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl Method {
    /// Every method of the library, by rising order.
    pub const ALL: [Self; 7] =
        [Self::Euler, Self::Bs23, Self::Rk4, Self::Dopri5, Self::Tsit5, Self::Radau5, Self::Dop853];

    /// A method of your own, if its coefficients fulfil the conditions of the order that it declares.
    ///
    /// Runs with friction look five times more into each of its steps: what its stages tell of the course of a force between them is not known.
    pub fn own(tableau: &'static Tableau) -> Result<Self, TableauError> {
        check(tableau)?;
        Ok(Self::Own(OwnMethod(tableau)))
    }

    /// The coefficients of an explicit method; those of Radau IIA are on the page of its file.
    pub fn tableau(self) -> Option<&'static Tableau> {
        Some(match self {
            Self::Euler => &euler_rk4::EULER,
            Self::Rk4 => &euler_rk4::RK4,
            Self::Bs23 => &bogacki_shampine::BS23,
            Self::Dopri5 => &dormand_prince::DOPRI5,
            Self::Tsit5 => &tsitouras::TSIT5,
            Self::Dop853 => &dop853::DOP853,
            Self::Own(own) => own.0,
            Self::Radau5 => return None,
        })
    }

    /// Are its stages solved for together?
    pub fn is_implicit(self) -> bool {
        self == Self::Radau5
    }

    /// Order of the solution.
    pub fn order(self) -> u32 {
        self.tableau().map_or(5, |tableau| tableau.order)
    }

    /// Order of the dense output.
    pub fn dense_order(self) -> u32 {
        self.tableau().map_or(3, |tableau| tableau.dense_order)
    }

    /// Order of the error estimate; none of a method that makes none.
    pub fn error_order(self) -> Option<u32> {
        self.tableau().map_or(Some(3), Tableau::error_order)
    }

    /// Whether it estimates its error and so can choose its steps.
    pub fn is_adaptive(self) -> bool {
        self.error_order().is_some()
    }

    /// The times of its stages, the first at the beginning of the step, as parts of the step.
    pub(crate) fn times(self) -> &'static [f64] {
        self.tableau().map_or(&TIMES, |tableau| tableau.c)
    }

    /// The widest gap between the times of two stages, those of the dense output included, as parts of the step.
    pub(crate) fn widest_gap(self) -> [f64; 2] {
        let extra = self.tableau().map_or(&[][..], |tableau| tableau.extra_c);
        let mut times = [&[0.0, 1.0], self.times(), extra].concat();
        times.sort_by(f64::total_cmp);
        let gaps = times.windows(2).map(|pair| [pair[0], pair[1]]);
        gaps.max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0]))).unwrap_or([0.0, 1.0])
    }

    fn word(self) -> &'static str {
        match self {
            Self::Euler => "euler",
            Self::Rk4 => "rk4",
            Self::Bs23 => "bs23",
            Self::Dopri5 => "dopri5",
            Self::Tsit5 => "tsit5",
            Self::Dop853 => "dop853",
            Self::Radau5 => "radau5",
            Self::Own(own) => own.0.name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that names no [`Method`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no method `{0}`: use euler, rk4, bs23, dopri5, tsit5, radau5 or dop853")]
pub struct UnknownMethod(
    /// The word.
    pub String,
);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|method| method.word() == word).ok_or_else(|| UnknownMethod(word.to_owned()))
    }
}
