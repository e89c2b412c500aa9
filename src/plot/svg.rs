//! The few SVG elements that a figure is made of. Coordinates in pixels, y downward.

use std::fmt::Write;

use super::simplify::Pixel;
use crate::store::svg::{document, escape, number, place, polyline, rectangle, text_width};

/// How a text is set.
#[derive(Clone, Copy)]
pub struct Type {
    /// Height of the letters in pixels.
    pub size: f64,
    /// Color.
    pub color: &'static str,
    /// `start`, `middle` or `end`.
    pub anchor: &'static str,
    /// Heavier strokes.
    pub bold: bool,
}

/// A growing SVG document.
pub struct Svg {
    body: String,
    clips: usize,
}

impl Svg {
    /// An empty white sheet.
    pub fn new(width: f64, height: f64) -> Self {
        let fonts = r#"font-family="Inter, 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif""#;
        let head = document([width, height], fonts);
        let body = format!("{head}\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n");
        Self { body, clips: 0 }
    }

    /// A straight stroke.
    pub fn stroke(&mut self, from: Pixel, to: Pixel, color: &str, width: f64) {
        self.path(&[from, to], &format!(r#"stroke="{color}" stroke-width="{width}""#), false);
    }

    /// A polyline; `style` holds SVG attributes.
    pub fn path(&mut self, points: &[Pixel], style: &str, closed: bool) {
        if points.is_empty() {
            return;
        }
        let fill = if style.contains("fill=") { "" } else { r#" fill="none""# };
        let _ = writeln!(self.body, r#"<path d="{}" {style}{fill}/>"#, polyline(points, 2, closed));
    }

    /// Round dots of one color, as one element.
    pub fn dots(&mut self, points: &[Pixel], diameter: f64, color: &str) {
        if points.is_empty() {
            return;
        }
        self.body.push_str(r#"<path d=""#);
        for p in points {
            let _ = write!(self.body, "M{} {}h0", short(p[0]), short(p[1]));
        }
        let style = r#"stroke-linecap="round" fill="none""#;
        let _ = writeln!(self.body, r#"" stroke="{color}" stroke-width="{diameter}" {style}/>"#);
    }

    /// Filled rectangles of one color without border, each from its upper left to its lower right
    /// corner, as one element.
    pub fn blocks(&mut self, corners: &[[Pixel; 2]], color: &str) {
        if corners.is_empty() {
            return;
        }
        self.body.push_str(r#"<path d=""#);
        for [from, to] in corners {
            let [x, y] = from.map(short);
            let (w, h) = (short(to[0] - from[0]), short(to[1] - from[1]));
            let _ = write!(self.body, "M{x} {y}h{w}v{h}h-{w}z");
        }
        let _ = writeln!(self.body, r#"" fill="{color}" shape-rendering="crispEdges"/>"#);
    }

    /// A picture in this rectangle, its cells kept sharp.
    pub fn image(&mut self, corner: Pixel, size: Pixel, address: &str) {
        let place = rectangle(corner, size, 2);
        let _ = writeln!(self.body, r#"<image {place} preserveAspectRatio="none" href="{address}"/>"#);
    }

    /// Text of the caller's: escaped.
    pub fn text(&mut self, at: Pixel, text: &str, set: Type) {
        self.markup(at, &escape(text), set, "");
    }

    /// Text of the caller's in as many lines of this width as it needs, unless it is empty; its height.
    pub fn heading(&mut self, [x, y]: Pixel, text: &str, set: Type, width: f64) -> f64 {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                // Heavier strokes are wider, and the widest of the fonts that may be there wider still.
                Some(line) if 1.25 * text_width(&escape(&format!("{line} {word}")), set.size) < width => {
                    *line += &format!(" {word}")
                }
                _ => lines.push(word.into()),
            }
        }
        let high = set.size + 5.0;
        for (line, k) in lines.iter().zip(0..) {
            self.text([x, y + high * f64::from(k)], line, set);
        }
        // A panel's heading has had two pixels more.
        lines.len() as f64 * high + if lines.is_empty() || set.size > 15.0 { 0.0 } else { 2.0 }
    }

    /// Text that reads upward.
    pub fn text_upward(&mut self, at: Pixel, text: &str, set: Type) {
        let turn = format!(r#" transform="rotate(-90 {} {})""#, short(at[0]), short(at[1]));
        self.markup(at, &escape(text), set, &turn);
    }

    /// Text content that is SVG already.
    pub fn markup(&mut self, at: Pixel, content: &str, set: Type, more: &str) {
        let weight = if set.bold { r#" font-weight="600""# } else { "" };
        let anchor = match set.anchor {
            "start" => String::new(),
            other => format!(r#" text-anchor="{other}""#),
        };
        let _ = writeln!(
            self.body,
            r#"<text {} font-size="{}" fill="{}"{anchor}{weight}{more}>{content}</text>"#,
            place(at, 2),
            set.size,
            set.color
        );
    }

    /// What is drawn until [`Svg::unclip`] shows only inside this rectangle.
    pub fn clip(&mut self, corner: Pixel, size: Pixel) {
        self.clips += 1;
        let (place, id) = (rectangle(corner, size, 2), self.clips);
        let _ = writeln!(self.body, r##"<clipPath id="c{id}"><rect {place}/></clipPath><g clip-path="url(#c{id})">"##);
    }

    /// Ends [`Svg::clip`].
    pub fn unclip(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// The finished document.
    pub fn finish(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }
}

/// A length in pixels.
fn short(value: f64) -> String {
    number(value, 2)
}
