//! How far something is, on one line of the terminal that is written over itself.

use std::io::{IsTerminal, Write as _, stderr};
use std::time::{Duration, Instant};

/// No more often than a reader can follow.
const PAUSE: Duration = Duration::from_millis(200);

/// Writes to the standard error, and only if that is a terminal.
#[derive(Debug)]
pub(crate) struct Terminal {
    begun: Instant,
    told: Option<Instant>,
    is_there: bool,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), told: None, is_there: stderr().is_terminal() }
    }

    /// Says something that stays there.
    #[cfg(feature = "study")]
    pub(crate) fn say(&self, words: &str) {
        if self.is_there {
            eprintln!("{words}");
        }
    }

    /// This part of what there was to do is done, said in words.
    pub(crate) fn tell(&mut self, part: f64, words: &str) {
        let now = Instant::now();
        let waits = part < 1.0 && self.told.is_some_and(|told| now - told < PAUSE);
        if self.is_there && !waits {
            self.told = Some(now);
            // Over what stands there; what cannot be shown is no failure of what it tells of.
            let _ = write!(stderr(), "\r{}\x1b[K", line(part, words, now - self.begun));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.told.is_some() {
            eprintln!();
        }
    }
}

/// "3 of 12 rows, 25 %, 9 min left": if the rest goes on as the first part did.
fn line(part: f64, words: &str, elapsed: Duration) -> String {
    let percent = (100.0 * part.clamp(0.0, 1.0)).floor();
    let seconds = elapsed.as_secs_f64();
    match part {
        ..=0.0 => format!("{words}, {percent} %"),
        1.0.. => format!("{words}, done in {}", spoken(seconds)),
        _ => format!("{words}, {percent} %, {} left", spoken(seconds * (1.0 - part) / part)),
    }
}

fn spoken(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_lines() {
        let after = |seconds: u64| Duration::from_secs(seconds);
        assert_eq!(line(0.25, "3 of 12 rows", after(180)), "3 of 12 rows, 25 %, 9 min left");
        assert_eq!(line(0.5, "t = 5 of 10 s", after(30)), "t = 5 of 10 s, 50 %, 30 s left");
        assert_eq!(line(0.001, "1 of 1000 rows", after(18)), "1 of 1000 rows, 0 %, 5.0 h left");
        assert_eq!(line(1.0, "12 of 12 rows", after(720)), "12 of 12 rows, done in 12 min");
        assert_eq!(line(0.0, "t = 0 of 10 s", after(0)), "t = 0 of 10 s, 0 %");
    }
}
