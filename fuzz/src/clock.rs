//! Time on the processor, so that a busy machine makes no hangs; where it cannot be read, time on the wall.

use chetaev::prelude::*;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Seconds that a thread of this process has run.
#[derive(Clone, Debug)]
pub struct Clock {
    file: Option<PathBuf>,
    began: Instant,
}

impl Clock {
    /// That of the thread which asks.
    pub fn here() -> Self {
        let thread = fs::read_link("/proc/thread-self").ok();
        let file = thread.map(|link| Path::new("/proc").join(link).join("schedstat"));
        Self { file: file.filter(|file| file.exists()), began: Instant::now() }
    }

    pub fn seconds(&self) -> f64 {
        let read = |file: &PathBuf| fs::read_to_string(file).ok()?.split(' ').next()?.parse::<f64>().ok();
        match self.file.as_ref().and_then(read) {
            Some(nanoseconds) => 1e-9 * nanoseconds,
            None => self.began.elapsed().as_secs_f64(),
        }
    }
}

/// Most steps of one run of a well-behaved mechanism: one that needs more crawls.
pub const MOST_STEPS: u64 = 200_000;
/// Most seconds of one run.
pub const MOST_SECONDS: f64 = 10.0;

/// A run that ends when it has taken too long for a well-behaved mechanism.
pub fn bounded(simulation: Simulation<'_>) -> Simulation<'_> {
    bounded_by(simulation, MOST_STEPS, MOST_SECONDS)
}

/// A run that ends after so many steps or seconds.
pub fn bounded_by(simulation: Simulation<'_>, steps: u64, seconds: f64) -> Simulation<'_> {
    let clock = Clock::here();
    let from = clock.seconds();
    let mut calls = 0_u64;
    simulation.control(move |control| control.max_steps = steps).progress(move |progress| {
        calls += 1;
        let late = calls.is_multiple_of(64) && clock.seconds() - from > seconds;
        if late || progress.steps > steps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}
