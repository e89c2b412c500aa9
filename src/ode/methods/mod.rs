//! One file per family: equations and coefficients.

pub(super) mod bogacki_shampine;
pub(super) mod dop853;
pub(super) mod dormand_prince;
pub(super) mod euler_rk4;
pub(super) mod tsitouras;
