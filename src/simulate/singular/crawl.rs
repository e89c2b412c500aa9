//! Attempts far from other branches: refused because of rounding, or far too short beside a weak row.

use super::judge::{MOST_ATTEMPTS, is_good};
use super::{CRAWLS, REFUSED, STUCK, TINY};
use crate::math::max_abs;
use crate::ode::{Attempt, Verdict};
use crate::simulate::failure::Obstacle;
use crate::simulate::motion::Motion;

/// Steps in which a slip turns.
const TURNS: f64 = 100.0;

impl Motion<'_> {
    /// Judges an attempt far from other branches: was it refused because of rounding, or are the steps far too short?
    pub(super) fn judge_crawling(&mut self, attempt: &Attempt<'_>) -> Verdict {
        let good = is_good(attempt);
        let turns = attempt.h < CRAWLS * self.passage.longest && self.turns_a_slip(attempt);
        let suspicious = self.suspicious(attempt);
        let stuck = suspicious && self.passage.weakens();
        let passage = &mut self.passage;
        passage.refused += u32::from(!good);
        let rounds = passage.refused >= REFUSED && passage.rounds(passage.seen.most[0]);
        if !good && (rounds || attempt.h < TINY * passage.longest) && !passage.care && passage.passes.is_ok() {
            // The same step again, with projected stages.
            passage.worried_until = attempt.t + passage.longest.max(2.0 * attempt.h);
            return Verdict::Again(attempt.h);
        }
        if good {
            passage.longest = passage.longest.max(attempt.h);
        }
        if attempt.h >= CRAWLS * passage.longest {
            passage.crawled = 0;
            if good {
                (passage.lately, passage.suspect) = (passage.seen.start, None);
            }
        } else if passage.beside() && !turns {
            passage.crawled += 1;
        }
        if suspicious && !stuck && passage.suspect.is_none() {
            self.give_up(attempt, attempt.t, None, Obstacle::Crawling { step: attempt.h });
            self.passage.suspect = self.passage.failure.take();
        }
        let passage = &self.passage;
        if stuck || passage.crawled > MOST_ATTEMPTS {
            return self.give_up(attempt, attempt.t, None, Obstacle::Crawling { step: attempt.h });
        }
        Verdict::Usual
    }

    /// Is a refused step beside a weak row so short that the run may not get past? Where something else jumps it does.
    fn suspicious(&self, attempt: &Attempt<'_>) -> bool {
        let short = attempt.h < STUCK * self.passage.longest;
        !is_good(attempt) && short && self.passage.beside() && !self.turns_a_slip(attempt)
    }

    /// Has the row become weak since steps were long? Then the run does not get past.
    pub(super) fn stuck(&self, attempt: &Attempt<'_>) -> bool {
        self.suspicious(attempt) && self.passage.weakens()
    }

    /// Is a slip in space so small that it turns in some such steps? Then it is what makes them short.
    fn turns_a_slip(&self, attempt: &Attempt<'_>) -> bool {
        let within = TURNS * attempt.h * max_abs(self.split(attempt.slope).v);
        self.model.inner.frictions.iter().any(|friction| {
            let slides = self.modes[friction.entry].direction() != 0.0;
            slides && friction.slide.as_ref().is_some_and(|slide| self.ways[slide.index].speed < within)
        })
    }
}
