//! The library in a browser: [`ask`] answers a [`Request`] in JSON with an [`Answer`] in JSON, for any model file (docs/model-file.md).
//!
//! Built for `wasm32-unknown-unknown` it is one file without imports that serves every model; a [`Page`] is one HTML file with that file in it, a player, and
//! sliders, which runs the mechanism anew where it is opened. docs/web.md tells how pages are made and what they cost.
//!
//! ```
//! let answer = chetaev_web::ask(r#"{"model":{"version":3}}"#);
//! assert!(answer.starts_with(r#"{"Err":"#));
//! ```

mod answer;
mod interface;
mod page;
mod request;

pub use answer::{Answer, Doubts, ask, reply};
pub use page::{Page, PageError, Slider, gallery};
pub use request::{Change, Drawn, Look, Request, RequestError, Scene, Target, Trail};
