//! Answers requests natively, a line each: what the browser's answers are held against.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", chetaev_web::ask(&line?))?;
    }
    Ok(())
}
