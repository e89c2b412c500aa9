//! The rules of a sketch in plain colors. Many programs that show SVG know no variables of CSS, and would draw nothing there, or all in black; nor do they know how dark a page is, and pass over what is
//! said of that.

use super::LOOK;

/// The rules with the colors of a light page, and of those that have colors the same ones for a dark page.
pub(super) fn plain<'a>(rules: impl Iterator<Item = &'a str>) -> String {
    let mut palettes = LOOK.lines().map(palette);
    let [light, dark] = [palettes.next(), palettes.next()].map(Option::unwrap_or_default);
    let (mut all, mut by_night) = (String::new(), String::new());
    for rule in rules {
        all += &filled(rule, &light);
        all += "\n";
        for (selector, what) in rule.split_terminator('}').filter_map(|one| one.split_once('{')) {
            let colors: Vec<&str> = what.split(';').filter(|says| says.contains("var(")).collect();
            if !colors.is_empty() {
                by_night += &format!("{selector}{{{}}}", filled(&colors.join(";"), &dark));
            }
        }
    }
    format!("{all}@media(prefers-color-scheme:dark){{{by_night}}}")
}

/// How many lines of the look are palettes: of a light page, and of a dark one.
pub(super) const PALETTES: usize = 2;

/// Names and colors.
fn palette(line: &str) -> Vec<(&str, &str)> {
    let inside = line.rsplit('{').next().unwrap_or_default().trim_end_matches('}');
    inside.split(';').filter_map(|one| one.split_once(':')).collect()
}

fn filled(text: &str, palette: &[(&str, &str)]) -> String {
    palette.iter().fold(text.to_owned(), |text, (name, color)| text.replace(&format!("var({name})"), color))
}
