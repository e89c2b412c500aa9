//! A run with derivatives is the run without them.
