//! Agreement is a property of all mechanisms: random ones are tried, and what fails is shrunk.
//!
//! What is not compared is counted, and a property fails where they are more than a quarter of all.

use super::agree::Verdict;
use super::recipe::Recipe;
use super::strategy::recipe;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Mechanisms per property, unless `PROPTEST_CASES` says otherwise.
const CASES: u32 = 150;

/// Holds a comparison for many random recipes; what fails is shrunk.
pub fn for_all(what: &str, test: impl Fn(&Recipe) -> Verdict) {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[13; 32]);
    let counts: RefCell<BTreeMap<&str, u32>> = RefCell::default();
    let result = TestRunner::new_with_rng(config, rng).run(&recipe(), |recipe| {
        let (word, outcome) = match test(&recipe) {
            Verdict::Agree(_) => ("agree", Ok(())),
            Verdict::Excluded(why) => (why, Ok(())),
            Verdict::Differ(how) | Verdict::Crawls(how) => ("differ", Err(TestCaseError::fail(how))),
        };
        *counts.borrow_mut().entry(word).or_default() += 1;
        outcome
    });
    let counts = counts.into_inner();
    println!("{what}: {counts:?}");
    match result {
        Ok(()) => {}
        Err(TestError::Fail(how, recipe)) => panic!("{what}: {how}\n{recipe:?}"),
        Err(error) => panic!("{what}: {error}"),
    }
    let agree = counts.get("agree").copied().unwrap_or(0);
    let moot = counts.get("no start").copied().unwrap_or(0);
    let excluded = cases - agree - moot;
    assert!(4 * excluded <= cases - moot, "{what}: {excluded} of {} mechanisms are not determined", cases - moot);
    assert!(2 * agree >= cases, "{what}: moot, {agree} of {cases} were compared");
}
