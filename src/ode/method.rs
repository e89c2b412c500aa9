//! The methods by name.

use super::methods::{bogacki_shampine, dop853, dormand_prince, euler_rk4, tsitouras};
use super::tableau::Tableau;
use std::fmt;
use std::str::FromStr;

/// An explicit Runge-Kutta method. Text form: its name in lower case, such as `dopri5`.
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
}

impl Method {
    /// Every method, by rising order.
    pub const ALL: [Self; 6] = [Self::Euler, Self::Bs23, Self::Rk4, Self::Dopri5, Self::Tsit5, Self::Dop853];

    /// Its coefficients.
    pub fn tableau(self) -> &'static Tableau {
        match self {
            Self::Euler => &euler_rk4::EULER,
            Self::Rk4 => &euler_rk4::RK4,
            Self::Bs23 => &bogacki_shampine::BS23,
            Self::Dopri5 => &dormand_prince::DOPRI5,
            Self::Tsit5 => &tsitouras::TSIT5,
            Self::Dop853 => &dop853::DOP853,
        }
    }

    /// Order of the solution.
    pub fn order(self) -> u32 {
        self.tableau().order
    }

    /// Order of the dense output.
    pub fn dense_order(self) -> u32 {
        self.tableau().dense_order
    }

    /// Whether it estimates its error and so can choose its steps.
    pub fn is_adaptive(self) -> bool {
        self.tableau().error_order().is_some()
    }

    fn word(self) -> &'static str {
        match self {
            Self::Euler => "euler",
            Self::Rk4 => "rk4",
            Self::Bs23 => "bs23",
            Self::Dopri5 => "dopri5",
            Self::Tsit5 => "tsit5",
            Self::Dop853 => "dop853",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that names no [`Method`].
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("no method is called '{0}': use euler, rk4, bs23, dopri5, tsit5 or dop853")]
pub struct UnknownMethod(
    /// The word.
    pub String,
);

crate::error::in_words!(UnknownMethod);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|method| method.word() == word).ok_or_else(|| UnknownMethod(word.to_owned()))
    }
}
