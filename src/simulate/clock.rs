//! When a clock strikes.

/// When a clock strikes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clock {
    /// At every whole multiple of an interval.
    Every(f64),
    /// At these times.
    At(Vec<f64>),
}

impl Clock {
    /// Those times, in order.
    pub(super) fn at(times: impl IntoIterator<Item = f64>) -> Self {
        let mut times: Vec<f64> = times.into_iter().collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        Self::At(times)
    }

    /// The first instant after t, or at it.
    pub(super) fn next(&self, t: f64, after: bool) -> Option<f64> {
        let fits = |instant: &f64| if after { *instant > t } else { *instant >= t };
        match self {
            Self::At(times) => times.get(times.partition_point(|instant| !fits(instant))).copied(),
            Self::Every(interval) => {
                let first = ((t / interval).floor() - 1.0) as i64;
                (first..).take(4).map(|k| multiple(*interval, k as f64)).find(fits)
            }
        }
    }

    /// Why it cannot be followed.
    pub(super) fn flaw(&self, [t0, t1]: [f64; 2]) -> Option<String> {
        match self {
            Self::Every(interval) if !(*interval > 0.0 && interval.is_finite()) => {
                Some(format!("its interval of {interval} s must be positive and finite"))
            }
            Self::Every(interval) if [t0, t1].iter().any(|t| t.is_finite() && t.abs() + 0.5 * interval <= t.abs()) => {
                Some(format!("its interval of {interval} s is below the resolution of time between {t0} s and {t1} s"))
            }
            Self::At(times) if times.iter().any(|t| t.is_nan()) => Some("one of its times is not a number".into()),
            _ => None,
        }
    }
}

/// k intervals; of a second's n-th part as k/n, which is the nearest number: 3 times 0.05 is 0.15000000000000002.
pub(super) fn multiple(interval: f64, k: f64) -> f64 {
    let parts = (1.0 / interval).round();
    if 1.0 / parts == interval { k / parts } else { k * interval }
}
