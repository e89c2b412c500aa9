//! placeholder until merged
/// sin, cos
pub fn sin_cos(x: f64) -> (f64, f64) {
    x.sin_cos()
}
