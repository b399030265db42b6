//! Views: ways to print the same data. Whoever prints chooses one, and what is printed does not depend on it.

use serde::Serialize;

use super::json;

/// How a text looks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Style {
    pub color: bool,
    /// The first line only.
    pub quiet: bool,
    pub statistics: bool,
}

/// What can be printed in every view.
pub trait Printable: Serialize {
    fn text(&self, style: &Style) -> String;
}

#[derive(Clone, Copy, Debug)]
pub enum View {
    Text(Style),
    Json,
}

impl View {
    pub fn print(&self, printed: &impl Printable) -> String {
        match self {
            View::Text(style) => printed.text(style),
            View::Json => json::print(printed),
        }
    }
}
