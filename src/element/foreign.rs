//! A handle where it does not belong: a mistake of the program, which ends it at the line that made it.
//!
//! Every public function that takes a handle and returns no error of its own is `#[track_caller]`, and so is all between it and here: the place
//! that is told is the user's line. Closures do not pass a caller on, so handles are looked up outside of them.

/// Ends the program: a handle of this kind and number is not of the model that is asked, which has something else.
#[cold]
#[track_caller]
pub(crate) fn foreign(kind: &str, number: usize, has: &str) -> ! {
    panic!(
        "the {kind} handle belongs to another model: it is number {number} there, and this one has {has}; take the handle from the builder that made this model, or by its name, `model.{kind}(\"…\")`"
    )
}

/// Names of what a model has, for [`foreign`]: the first of them where they are many.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.len() {
        0 => "none".to_owned(),
        n if n <= SHOWN => names.join(", "),
        n => format!("{} and {} more", names[..SHOWN].join(", "), n - SHOWN),
    }
}
