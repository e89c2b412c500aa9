//! Ranges and ticks of one axis.
//!
//! An axis maps a value v to u in [0, 1]:  u = (g(v) − lo)/(hi − lo),  g(v) = v or log₁₀ v.
//! `lo` and `hi` are kept in the scale of g, so that linear and logarithmic axes share everything
//! but the choice of ticks. Values that g does not accept (not finite, or not positive on a
//! logarithmic axis) have no place: they leave a gap in a line.

/// Ticks that an axis has at least.
const LEAST: usize = 3;

/// One labelled position on an axis.
pub struct Tick {
    /// Where, in the scale of the axis (0 to 1).
    pub at: f64,
    /// What stands there, as SVG text content.
    pub label: String,
}

/// The range of an axis.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    lo: f64,
    hi: f64,
    log: bool,
}

impl Scale {
    /// The range of the values, rounded to whole decades on a logarithmic axis, with `pad` (a
    /// fraction of the range) on either side. A constant or empty series gets a range around its value.
    pub fn fit(values: impl Iterator<Item = f64>, log: bool, pad: f64) -> Self {
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for g in values.filter_map(|v| transform(v, log)) {
            lo = lo.min(g);
            hi = hi.max(g);
        }
        if lo > hi {
            (lo, hi) = (0.0, 1.0);
        }
        if log {
            (lo, hi) = ((lo + 1e-9).floor(), (hi - 1e-9).ceil());
            hi = hi.max(lo + 1.0);
        } else if hi - lo <= 1e-13 * lo.abs().max(hi.abs()) + 1e-290 {
            let margin = if lo.abs() < 1e-289 { 1.0 } else { 0.5 * lo.abs() };
            (lo, hi) = (lo - margin, hi + margin);
        }
        let margin = pad * (hi - lo);
        (lo, hi) = (lo - margin, hi + margin);
        Self { lo, hi, log }
    }

    /// A range given by the caller; a range that makes no sense is replaced as in [`Scale::fit`].
    pub fn given(from: f64, to: f64, log: bool) -> Self {
        match (transform(from, log), transform(to, log)) {
            (Some(lo), Some(hi)) if lo < hi => Self { lo, hi, log },
            _ => Self::fit([from, to].into_iter(), log, 0.0),
        }
    }

    /// Place of a value: 0 at the beginning of the axis, 1 at its end.
    pub fn place(&self, value: f64) -> Option<f64> {
        let u = (transform(value, self.log)? - self.lo) / (self.hi - self.lo);
        // Far outside, the exact place no longer matters but the digits would swell the file.
        Some(u.clamp(-20.0, 21.0))
    }

    /// Length of the axis, in its own scale.
    pub fn span(&self) -> f64 {
        self.hi - self.lo
    }

    /// This axis, made longer about its center.
    pub fn widened(self, span: f64) -> Self {
        let center = 0.5 * (self.lo + self.hi);
        Self { lo: center - 0.5 * span, hi: center + 0.5 * span, ..self }
    }

    /// About `wanted` ticks at round values, and the power of ten that their labels leave out.
    pub fn ticks(&self, wanted: usize) -> (Vec<Tick>, i32) {
        if self.log { (self.decades(wanted), 0) } else { self.round_values(wanted) }
    }

    fn decades(&self, wanted: usize) -> Vec<Tick> {
        let stride = (self.span() / wanted.max(1) as f64).ceil().max(1.0);
        steps(self.lo, self.hi, stride)
            .map(|g| Tick { at: (g - self.lo) / self.span(), label: power_of_ten(g as i32) })
            .collect()
    }

    /// Step 1, 2 or 5 times a power of ten, whichever comes nearest to the wanted number, but no fewer ticks than [`LEAST`].
    fn round_values(&self, wanted: usize) -> (Vec<Tick>, i32) {
        let rough = self.span() / wanted.max(1) as f64;
        let decade = 10f64.powf(rough.log10().floor());
        let largest_step = match rough / decade {
            r if r < 1.5 => 1.0,
            r if r < 3.5 => 2.0,
            r if r < 7.5 => 5.0,
            _ => 10.0,
        };
        // A short axis may hold but one multiple of that step, which tells nothing.
        let mut smaller = [10.0, 5.0, 2.0, 1.0, 0.5].into_iter().filter(|k| *k <= largest_step).map(|k| k * decade);
        let fits = |step: &f64| steps(self.lo, self.hi, *step).count() >= LEAST;
        let step = smaller.find(fits).unwrap_or(decade);
        let largest = self.lo.abs().max(self.hi.abs());
        let power = match largest.log10().floor() as i32 {
            p if (-3..5).contains(&p) => 0,
            p => p,
        };
        let unit = 10f64.powi(power);
        let decimals = (-(step / unit).log10().floor()).clamp(0.0, 15.0) as usize;
        let ticks = steps(self.lo, self.hi, step).map(|v| Tick {
            at: (v - self.lo) / self.span(),
            // Adding zero turns −0 into 0.
            label: format!("{:.decimals$}", v / unit + 0.0).replace('-', "−"),
        });
        (ticks.collect(), power)
    }

    /// Places of the thin lines at 2, 3, … 9 times each power of ten (few decades only).
    pub fn minor(&self) -> Vec<f64> {
        if !self.log || self.span() > 6.0 {
            return Vec::new();
        }
        steps(self.lo.floor(), self.hi, 1.0)
            .flat_map(|g| (2..10).map(move |k| g + f64::from(k).log10()))
            .filter(|g| (self.lo..=self.hi).contains(g))
            .map(|g| (g - self.lo) / self.span())
            .collect()
    }
}

/// 10 with its exponent raised, as SVG text content.
pub fn power_of_ten(exponent: i32) -> String {
    let exponent = exponent.to_string().replace('-', "−");
    format!(r#"10<tspan dy="-4.5" font-size="8.5">{exponent}</tspan>"#)
}

fn transform(value: f64, log: bool) -> Option<f64> {
    let g = if log { value.log10() } else { value };
    // Larger numbers would overflow in the arithmetic of the ticks.
    (g.abs() < 1e290).then_some(g)
}

/// The multiples of `step` between `lo` and `hi`, bounds included (with a little tolerance).
fn steps(lo: f64, hi: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (lo / step - 1e-6).ceil();
    let count = ((hi / step + 1e-6).floor() - first).clamp(-1.0, 100.0) as i64 + 1;
    (0..count).map(move |k| (first + k as f64) * step)
}
