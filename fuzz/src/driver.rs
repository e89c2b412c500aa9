//! Runs cases on threads, watches that none hangs, catches panics, and tells what reproduces a fault.

use crate::clock::Clock;
use crate::dice::Dice;
use crate::kinds::{KINDS, Kind};
use crate::report::Report;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What a function of ours says that panics on purpose: it comes through, and is no fault of the library.
pub const OURS: &str = "a function of a model panics on purpose";

/// Most seconds on the processor for one case: beyond, it hangs.
const HANG: f64 = 120.0;
/// How many cases may hang before the campaign ends.
const HANGS: usize = 3;

/// How long a campaign lasts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Length {
    Cases(u64),
    Seconds(f64),
}

/// What is run.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub seed: u64,
    pub length: Length,
    /// One kind, or all of them in turn.
    pub kind: Option<(&'static str, Kind)>,
    /// One case of that kind.
    pub index: Option<u64>,
    pub threads: usize,
}

/// What came out.
#[derive(Debug, Default)]
pub struct Outcome {
    pub cases: u64,
    pub faults: u64,
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    pub seconds: f64,
}

type Done = (&'static str, u64, Report);

/// What a thread works on: since when by its own clock.
#[derive(Debug)]
struct Work {
    kind: &'static str,
    index: u64,
    since: f64,
    clock: Clock,
}

type Desk = Arc<Mutex<Option<Work>>>;

/// The case that a thread has worked on for too long.
fn late(desk: &Desk) -> Option<(&'static str, u64)> {
    let desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
    let work = desk.as_ref().filter(|work| work.clock.seconds() - work.since > HANG)?;
    Some((work.kind, work.index))
}

thread_local! {
    /// Where the last panic of this thread was, and what it said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Campaign {
    fn case(&self, number: u64) -> (&'static str, Kind, u64) {
        match self.kind {
            Some((name, kind)) => (name, kind, self.index.unwrap_or(number)),
            None => {
                let turns = KINDS.len() as u64;
                let (name, kind) = KINDS[(number % turns) as usize];
                (name, kind, number / turns)
            }
        }
    }

    /// Runs all cases; each fault is printed when it is found.
    pub fn run(&self) -> Outcome {
        panic::set_hook(Box::new(|info| PANIC.with(|text| *text.borrow_mut() = info.to_string().replace('\n', " "))));
        let (next, began) = (Arc::new(AtomicU64::new(0)), Instant::now());
        let (tell, hear) = mpsc::channel::<Done>();
        let start = || {
            let desk: Desk = Arc::default();
            let (campaign, next, tell, mine) = (self.clone(), next.clone(), tell.clone(), desk.clone());
            thread::spawn(move || campaign.work(&next, began, &tell, &mine));
            desk
        };
        let mut desks: Vec<Desk> = (0..self.threads).map(|_| start()).collect();
        let (mut outcome, mut hanging) = (Outcome::default(), 0);
        loop {
            match hear.recv_timeout(Duration::from_millis(500)) {
                Ok((kind, index, report)) => self.note(&mut outcome, kind, index, report),
                Err(_) if desks.iter().all(|desk| Arc::strong_count(desk) == 1) => break,
                Err(_) => {}
            }
            for desk in &mut desks {
                let Some((kind, index)) = late(desk) else { continue };
                hanging += 1;
                let mut report = Report::default();
                report.fault(format!("hangs: more than {HANG} s"));
                self.note(&mut outcome, kind, index, report);
                // Its thread cannot be ended; another one takes its place.
                *desk = start();
            }
            if hanging >= HANGS {
                println!("{hanging} cases hang: the campaign ends");
                break;
            }
        }
        while let Ok((kind, index, report)) = hear.try_recv() {
            self.note(&mut outcome, kind, index, report);
        }
        outcome.seconds = began.elapsed().as_secs_f64();
        outcome
    }

    fn work(&self, next: &AtomicU64, began: Instant, tell: &mpsc::Sender<Done>, desk: &Desk) {
        let clock = Clock::here();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let over = match self.length {
                _ if self.index.is_some() => number > 0,
                Length::Cases(most) => number >= most,
                Length::Seconds(most) => began.elapsed().as_secs_f64() > most,
            };
            if over {
                return;
            }
            let (name, kind, index) = self.case(number);
            let work = Work { kind: name, index, since: clock.seconds(), clock: clock.clone() };
            *desk.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
            let mut report = Report::default();
            let mut dice = Dice::of(self.seed, name, index);
            let caught = panic::catch_unwind(panic::AssertUnwindSafe(|| kind(&mut dice, &mut report)));
            let said = PANIC.with(|text| text.borrow().clone());
            match caught {
                Ok(()) => {}
                Err(_) if said.contains(OURS) => report.count("panics on purpose"),
                Err(_) => report.fault(format!("panics: {said}")),
            }
            *desk.lock().unwrap_or_else(PoisonError::into_inner) = None;
            if tell.send((name, index, report)).is_err() {
                return;
            }
        }
    }

    fn note(&self, outcome: &mut Outcome, kind: &'static str, index: u64, report: Report) {
        outcome.cases += 1;
        outcome.faults += report.faults.len() as u64;
        for note in report.notes.iter().filter(|_| self.index.is_some()) {
            println!("{note}");
        }
        for (word, lines) in [("FAULT", report.faults), ("told", report.told)] {
            lines.iter().for_each(|line| println!("{word} {} {kind} {index}: {line}", self.seed));
        }
        let counts = outcome.counts.entry(kind.to_owned()).or_default();
        for (what, n) in report.counts {
            *counts.entry(what).or_default() += n;
        }
    }
}
