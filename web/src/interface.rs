//! Three functions by which a page asks, with numbers alone: `room(length)` gives where to write a request, `run()` answers it and gives the length of
//! the answer, which is then at `place()`. All of them may move the memory: a view of it is made after the call.
//!
//! The names must stand in the built file as they are written here; that they are the only ones of their kind is what `unsafe` promises. No memory is touched by hand.
#![allow(unsafe_code)]

use crate::answer::ask;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The request, and then the answer. A page has one thread.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn text() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = text();
    *text = vec![0; length];
    text.as_mut_ptr()
}

/// Answers what was written there.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let mut text = text();
    *text = match str::from_utf8(&text) {
        Ok(request) => ask(request).into_bytes(),
        Err(error) => format!("{{\"Err\":\"the request is no UTF-8: {error}\"}}").into_bytes(),
    };
    text.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    text().as_ptr()
}
