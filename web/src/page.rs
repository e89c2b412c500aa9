//! Live pages: a player, the library, and sliders, in one file that opens from disk; and a gallery of them.

use crate::answer::run;
use crate::request::{Drawn, Request, RequestError, Scene, Target, Trail};
use chetaev::model::{Model, SavedModel};
use chetaev::player::{AnimationError, DrawingError};
use chetaev_place::PlaceError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Seconds of a gallery's picture.
const MOVES: f64 = 6.0;

/// What a live page shows, and what can be changed on it: `web/pages/NAME.json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// A sentence on what to look at.
    pub about: String,
    /// The example that saved the model, with its options.
    pub example: Vec<String>,
    /// As of a [`Request`].
    #[serde(default)]
    pub hold: Vec<String>,
    /// As of a [`Request`].
    pub end: f64,
    /// As of a [`Request`].
    pub every: f64,
    /// As of a [`Request`].
    pub tolerance: f64,
    /// As of a [`Request`].
    pub steps: u64,
    /// As of a [`Request`].
    pub columns: Vec<String>,
    /// As of a [`Scene`].
    #[serde(default)]
    pub trails: Vec<Trail>,
    /// As of a [`Scene`].
    #[serde(default)]
    pub shapes: Vec<Drawn>,
    /// What can be changed.
    pub sliders: Vec<Slider>,
}

/// A number that can be changed. It begins where the model has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// What it is called.
    pub name: String,
    /// Its unit; nothing of a number without one.
    pub unit: String,
    /// The least value of the slider; others can be written.
    pub from: f64,
    /// The largest.
    pub to: f64,
    /// What it changes.
    pub target: Target,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The mechanism does not run.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// It cannot be shown.
    #[error(transparent)]
    Player(#[from] chetaev::player::PageError),
    /// It has no moving picture.
    #[error(transparent)]
    Animation(#[from] AnimationError),
    /// It has no picture.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// A slider that fits the model file at no value.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A slider without a place.
    #[error("the slider `{name}` has no place: name one")]
    NoPlace {
        /// Its name.
        name: String,
    },
    /// It cannot be written.
    #[error("the page cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// The player's page is not what it was.
    #[error("the player's page has no `{0}`, before which this page's parts go")]
    Mark(&'static str),
}

/// What a page's script reads.
#[derive(Serialize)]
struct Wish<'p> {
    request: Request,
    sliders: Vec<(&'p Slider, f64)>,
}

impl Page {
    fn scene(&self) -> Scene {
        Scene { title: self.title.clone(), trails: self.trails.clone(), shapes: self.shapes.clone() }
    }

    /// What is asked while nothing is changed.
    #[must_use]
    pub fn request(&self, model: Value) -> Request {
        Request {
            model,
            set: Vec::new(),
            hold: self.hold.clone(),
            end: self.end,
            every: self.every,
            tolerance: self.tolerance,
            steps: self.steps,
            columns: self.columns.clone(),
            scene: Some(self.scene()),
        }
    }

    /// What the page's script reads, in JSON: the request, and each slider with its value.
    ///
    /// # Errors
    /// A slider that does not fit the model, and a model that cannot be started.
    pub fn wish(&self, model: Value) -> Result<String, PageError> {
        let request = self.request(model);
        let sliders = self.sliders.iter().map(|slider| Ok((slider, slider.value(&request)?)));
        let sliders = sliders.collect::<Result<_, PageError>>()?;
        Ok(serde_json::to_string(&Wish { request, sliders })?)
    }

    /// The page, with the library as base64 of what gzip made of it.
    ///
    /// # Errors
    /// As [`wish`](Self::wish), and a run that does not come to its end.
    pub fn html(&self, model: Value, library: &str) -> Result<String, PageError> {
        let scene = self.scene();
        let shown = run(&self.request(model.clone()))?;
        // The first picture does not wait for the library: it is of this run.
        let page = scene.player(&shown)?.to_html()?;
        let wish = self.wish(model)?.replace('<', "\\u003c");
        let numbers = format!(
            "<section id=\"numbers\" aria-label=\"Numbers\"><p>{}</p><div id=\"sliders\"></div><div id=\"told\"><output id=\"said\" role=\"status\">…</output><button id=\"reset\">Reset</button></div></section>\n",
            escape(&self.about)
        );
        let scripts = format!(
            "<script type=\"application/json\" id=\"wish\">{wish}</script>\n<script type=\"text/plain\" id=\"worker\">{}</script>\n<script type=\"text/plain\" id=\"library\">{library}</script>\n<script>\n{}</script>\n",
            include_str!("page/worker.js"),
            include_str!("page/live.js"),
        );
        let page = before(&page, "</style>", include_str!("page/numbers.css"))?;
        let page = before(&page, "<main>", &numbers)?;
        before(&page, "</body>", &scripts)
    }

    /// A picture for the gallery: one that moves, if the mechanism is planar.
    ///
    /// # Errors
    /// A run that does not come to its end.
    pub fn picture(&self, model: Value) -> Result<String, PageError> {
        let shown = run(&self.request(model))?;
        let scene = self.scene();
        match scene.player(&shown)?.animation().between(0.0, MOVES.min(self.end)).svg() {
            Err(AnimationError::Space { .. }) => Ok(scene.player(&shown)?.drawing(shown.end()).names(false).svg()?),
            moving => Ok(moving?),
        }
    }
}

/// The text with another one before its last mark: what stands in the data cannot be one, for it has no `<`.
fn before(page: &str, mark: &'static str, text: &str) -> Result<String, PageError> {
    let at = page.rfind(mark).ok_or(PageError::Mark(mark))?;
    let (head, tail) = page.split_at(at);
    Ok(format!("{head}{text}{tail}"))
}

impl Slider {
    /// What the model has.
    fn value(&self, request: &Request) -> Result<f64, PageError> {
        match &self.target {
            Target::Places(places) => {
                let mut file = request.model.clone();
                let first = places.first().ok_or_else(|| PageError::NoPlace { name: self.name.clone() })?;
                let value = first.get(&self.name, &mut file)?;
                places.iter().try_for_each(|place| place.agrees(&self.name, &mut file, value))?;
                Ok(value)
            }
            Target::Start(of) => {
                let model: Model =
                    serde_json::from_value::<SavedModel>(request.model.clone())?.build().map_err(RequestError::from)?;
                let start = request.start(&model)?;
                let (names, rates) = (model.coordinate_names(), model.velocity_names());
                let mut all = names.iter().zip(&start.q).chain(rates.iter().zip(&start.v));
                let found = all.find(|(name, _)| *name == of).map(|(_, value)| *value);
                Ok(found.ok_or_else(|| RequestError::unknown(&model, of))?)
            }
        }
    }
}

/// The gallery of pages that lie beside it, `NAME.html` with the picture `NAME.svg`.
#[must_use]
pub fn gallery(pages: &[(String, Page)]) -> String {
    let card = |(name, page): &(String, Page)| {
        format!(
            "<a href=\"{name}.html\" target=\"live\"><img src=\"{name}.svg\" alt=\"\"><b>{}</b><span>{}</span></a>\n",
            escape(&page.title),
            escape(&page.about)
        )
    };
    let cards: String = pages.iter().map(card).collect();
    include_str!("page/gallery.html").replace("{{cards}}", &cards)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
