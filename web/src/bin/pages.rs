//! Writes the live pages and their gallery: `pages LIBRARY FOLDER`, the library as base64 of what gzip made of `chetaev.wasm`.

use chetaev_web::{Page, gallery};
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, library, folder] = arguments.as_slice() else { return Err("say: pages LIBRARY FOLDER".into()) };
    let (library, folder) = (fs::read_to_string(library)?.replace('\n', ""), Path::new(folder));
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir_all(folder)?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(own.join("pages"))?.map(|it| Ok(it?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let mut pages = Vec::new();
    for file in files.into_iter().filter(|file| file.extension() == Some(OsStr::new("json"))) {
        let name = file.file_stem().and_then(OsStr::to_str).ok_or("a page without a name")?.to_owned();
        let named = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        let page: Page = serde_json::from_slice(&fs::read(&file)?).map_err(|error| named(&error))?;
        let saved = fs::read(own.join("models").join(format!("{name}.json"))).map_err(|error| named(&error))?;
        let model: serde_json::Value = serde_json::from_slice(&saved).map_err(|error| named(&error))?;
        let html = page.html(model.clone(), &library).map_err(|error| named(&error))?;
        fs::write(folder.join(format!("{name}.html")), &html)?;
        fs::write(folder.join(format!("{name}.json")), page.wish(model.clone()).map_err(|error| named(&error))?)?;
        fs::write(folder.join(format!("{name}.svg")), page.picture(model).map_err(|error| named(&error))?)?;
        println!("{name}.html: {} bytes", html.len());
        pages.push((name, page));
    }
    fs::write(folder.join("gallery.html"), gallery(&pages))?;
    println!("gallery.html: {} pages", pages.len());
    Ok(())
}
