//! The plot of `bench/compare`: seconds of another checker over seconds of this one, both logarithmic, as SVG.
//!
//! A point above the diagonal is a row on which the other one takes longer; the thin diagonals are factors of ten.
//! A checker that gave no answer in time is drawn on the margin behind the last tick. Every tool has a colour and a
//! shape of its own, so that the plot can be read without colours.

use std::fmt::Write;

pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

/// Seconds, or none without an answer in time.
pub struct Point {
    pub name: String,
    pub ours: Option<f64>,
    pub theirs: Option<f64>,
}

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 640.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
/// Side of the square that has the ticks; what has no answer is beyond it.
const SIDE: f64 = 480.0;
const MARGIN: f64 = 24.0;
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9"];

/// The same decades on both axes.
struct Scale {
    from: i32,
    to: i32,
}

impl Scale {
    fn of(series: &[Series]) -> Scale {
        let seconds = series.iter().flat_map(|one| &one.points).flat_map(|point| [point.ours, point.theirs]);
        let decades: Vec<f64> = seconds.flatten().map(|seconds| seconds.max(1e-3).log10()).collect();
        let smallest = decades.iter().copied().fold(0.0, f64::min).floor();
        let largest = decades.iter().copied().fold(1.0, f64::max).ceil();
        Scale { from: smallest as i32, to: largest as i32 }
    }

    /// Distance from the corner; beyond the square without an answer.
    fn place(&self, seconds: Option<f64>) -> f64 {
        match seconds {
            None => SIDE + MARGIN,
            Some(seconds) => {
                let decades = f64::from(self.to - self.from);
                (seconds.max(1e-3).log10() - f64::from(self.from)) / decades * SIDE
            }
        }
    }
}

pub fn scatter(series: &[Series]) -> String {
    let scale = Scale::of(series);
    let mut svg = String::new();
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    line(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">"
    ));
    line(format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>"));
    line(format!(
        "<text x=\"{LEFT}\" y=\"28\" font-size=\"16\">Seconds per row; above the diagonal bmc-conc is faster</text>"
    ));
    line(axes(&scale));
    for (index, one) in series.iter().enumerate() {
        line(points(&scale, index, one));
    }
    line(legend(series));
    line("</svg>".to_string());
    svg
}

/// From distances along the axes to coordinates of the picture.
fn at(x: f64, y: f64) -> (f64, f64) {
    (LEFT + x, TOP + MARGIN + SIDE - y)
}

fn axes(scale: &Scale) -> String {
    let mut text = String::new();
    let (left, top) = at(0.0, SIDE);
    let segment = |text: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), style: &str| {
        let _ = writeln!(text, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {style}/>");
    };
    for decade in scale.from..=scale.to {
        let place = scale.place(Some(10f64.powi(decade)));
        let grid = "stroke=\"#dddddd\"";
        segment(&mut text, at(place, 0.0), at(place, SIDE), grid);
        segment(&mut text, at(0.0, place), at(SIDE, place), grid);
        let label = tick(decade);
        let (x, y) = at(place, -18.0);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
        let (x, y) = at(-8.0, place - 4.0);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
    }
    for factor in -2i32..=2 {
        let shift = f64::from(factor) / f64::from(scale.to - scale.from) * SIDE;
        if shift.abs() >= SIDE {
            continue;
        }
        let style = match factor {
            0 => "stroke=\"#444444\"",
            _ => "stroke=\"#aaaaaa\" stroke-dasharray=\"4 4\"",
        };
        let (begin, end) = ((-shift).max(0.0), (SIDE - shift).min(SIDE));
        segment(&mut text, at(begin, begin + shift), at(end, end + shift), style);
    }
    let _ = writeln!(
        text,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
    );
    let (x, y) = at(SIDE / 2.0, -44.0);
    let _ = writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">bmc-conc, seconds (right margin: no answer)</text>"
    );
    let (x, y) = at(-56.0, SIDE / 2.0);
    let _ = write!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\">\
         other checker, seconds (upper margin: no answer)</text>"
    );
    text
}

/// `0.01`, `1`, `100`: no powers to be read.
fn tick(decade: i32) -> String {
    match decade {
        ..0 => format!("{:.*}", decade.unsigned_abs() as usize, 10f64.powi(decade)),
        _ => format!("{:.0}", 10f64.powi(decade)),
    }
}

fn points(scale: &Scale, index: usize, series: &Series) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let mut text = format!("<g fill=\"{colour}\" fill-opacity=\"0.7\" stroke=\"{colour}\">");
    for point in &series.points {
        let (x, y) = at(scale.place(point.ours), scale.place(point.theirs));
        let shown = |seconds: Option<f64>| seconds.map_or("no answer".to_string(), |it| format!("{it:.2} s"));
        let title = format!(
            "{}: bmc-conc {}, {} {}",
            point.name,
            shown(point.ours),
            series.name,
            shown(point.theirs)
        );
        let _ = write!(text, "\n{}", mark(index, x, y, &title));
    }
    text + "\n</g>"
}

/// A shape per tool, with a title that a browser shows under the pointer.
fn mark(index: usize, x: f64, y: f64, title: &str) -> String {
    let title = format!("<title>{}</title>", escaped(title));
    match index % 3 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\">{title}</circle>"),
        1 => {
            format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\">{title}</rect>", x - 3.5, y - 3.5)
        }
        _ => {
            let (left, right, top, bottom) = (x - 4.5, x + 4.5, y - 4.5, y + 3.5);
            format!(
                "<path d=\"M{left:.1} {bottom:.1} L{right:.1} {bottom:.1} L{x:.1} {top:.1} Z\">{title}</path>"
            )
        }
    }
}

fn legend(series: &[Series]) -> String {
    let mut text = String::from("<g>");
    for (index, one) in series.iter().enumerate() {
        let (x, y) = (LEFT + SIDE + 2.0 * MARGIN + 12.0, TOP + MARGIN + 12.0 + 22.0 * index as f64);
        let colour = COLOURS[index % COLOURS.len()];
        let name = escaped(&one.name);
        let _ = write!(
            text,
            "\n<g fill=\"{colour}\">{}</g>\n<text x=\"{:.1}\" y=\"{:.1}\">{name} ({} rows)</text>",
            mark(index, x, y, &one.name),
            x + 12.0,
            y + 4.5,
            one.points.len()
        );
    }
    text + "\n</g>"
}

/// Text as it may stand in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
