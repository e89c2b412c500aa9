//! The page: a frame of HTML, its style, its script, and the data, all in one file.

use super::Player;
use super::compact::compact;
use super::data::data;
use super::json::Json;
use super::look::ForeignBody;

use crate::store::svg::escape;
use std::io;
use std::path::Path;

/// Why there is no page of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// A shape or a trail is of a body that the run does not have.
    #[error(transparent)]
    Foreign(#[from] ForeignBody),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] io::Error),
}

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// One script in the order of its parts, each of which is a file that can be read by itself.
const SCRIPT: [&str; 13] = [
    include_str!("page/film.js"),
    include_str!("page/view.js"),
    include_str!("page/stage.js"),
    include_str!("page/scales.js"),
    include_str!("page/contacts.js"),
    include_str!("page/marks.js"),
    include_str!("page/probe.js"),
    include_str!("page/plots.js"),
    include_str!("page/portrait.js"),
    include_str!("page/recorder.js"),
    include_str!("page/saving.js"),
    include_str!("page/menus.js"),
    include_str!("page/player.js"),
];

impl Player<'_> {
    /// The page.
    ///
    /// # Errors
    /// [`PageError::Foreign`] if a shape or a trail, of this run or of one over it, is of a body of another model.
    pub fn to_html(&self) -> Result<String, PageError> {
        self.check()?;
        Ok(html(&self.look.title, &data(self)))
    }

    /// What the page shows, as JSON: `player.load(JSON.parse(text))` in a page of the same mechanism shows this run there, and its time and view stay.
    ///
    /// # Errors
    /// As [`Player::to_html`].
    pub fn to_json(&self) -> Result<String, PageError> {
        self.check()?;
        Ok(data(self).to_string())
    }

    fn check(&self) -> Result<(), ForeignBody> {
        self.look.check(self.run.model())?;
        self.others.iter().try_for_each(|(_, player)| player.check())
    }

    /// Writes the page, with its folder if it is not there.
    ///
    /// # Errors
    /// As [`Player::to_html`], and what the file system reports.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), PageError> {
        Ok(crate::store::write(path, self.to_html()?.as_bytes())?)
    }
}

/// The page with its data.
fn html(title: &str, scene: &Json) -> String {
    let parts = [
        ("{{title}}", escape(title).replace('{', "&#123;")),
        ("{{style}}", STYLE.lines().map(str::trim).collect::<Vec<_>>().join("\n")),
        ("{{script}}", compact(&SCRIPT.join("\n"))),
    ];
    let page = parts.into_iter().fold(PAGE.to_owned(), |page, (mark, text)| page.replace(mark, &text));
    // Last, and not by way of the other replacements: the data may contain anything.
    match page.split_once("{{scene}}") {
        Some((before, after)) => format!("{before}{scene}{after}"),
        None => page,
    }
}
