//! Model files as text. For units and for Python it is compiled here, once: the elements of a file are many.

use chetaev::model::SavedModel;
use serde_json::{Error, Value};

/// A model as the text of its file.
pub fn written(model: &SavedModel) -> Result<String, Error> {
    serde_json::to_string(model)
}

/// The model in a file.
pub fn read(text: &str) -> Result<SavedModel, Error> {
    serde_json::from_str(text)
}

/// The model in a file whose numbers may have been set; if there is none, why. (By way of a text, in which numbers keep their bits: the elements have one reader.)
pub fn of(file: &Value) -> Result<SavedModel, String> {
    // Lines and columns would be those of that text.
    let why = |error: Error| error.to_string().split(" at line ").next().unwrap_or_default().to_owned();
    read(&file.to_string()).map_err(why)
}
