//! The table of `bench/run`: one line per row and variant, with sizes, seconds per stage and memory.
//!
//! Lines are printed as they are measured, so column widths are fixed; a number that does not fit pushes the rest
//! of its line.

use crate::measure::{Measurement, Variant};
use crate::suite::Row;

/// Columns of seconds: heading, and the stages that are added up in it.
const STAGES: [(&str, &[&str]); 6] = [
    ("front", &["preprocess", "compile"]),
    ("unfold", &["unfold"]),
    ("encode", &["encode"]),
    ("solve", &["solve"]),
    ("complete", &["completeness"]),
    ("trace", &["shorten", "replay"]),
];

/// Columns of numbers: heading, width, and the field of the statistics.
const SIZES: [(&str, usize, &str); 5] = [
    ("events", 6, "events"),
    ("labels", 6, "labels"),
    ("AIG", 8, "aig_nodes"),
    ("variables", 9, "cnf_variables"),
    ("clauses", 9, "cnf_clauses"),
];

pub struct Table {
    name_width: usize,
    variant_width: usize,
}

impl Table {
    pub fn for_rows(rows: &[Row], variants: &[Variant]) -> Table {
        let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0).max(7);
        Table {
            name_width: longest(&mut rows.iter().map(|row| row.name.len())),
            variant_width: longest(&mut variants.iter().map(|variant| variant.label.len())),
        }
    }

    pub fn heading(&self) -> String {
        let mut line = self.start("program", "variant");
        for (heading, width, _) in SIZES {
            line += &format!(" {heading:>width$}");
        }
        for (heading, _) in STAGES {
            line += &format!(" {heading:>8}");
        }
        line + &format!(" {:>8} {:>8} {:>7}  answer", "rest", "total", "MB")
    }

    pub fn line(&self, row: &Row, variant: &Variant, measured: &Measurement) -> String {
        let mut line = self.start(&row.name, &variant.label);
        for (_, width, field) in SIZES {
            let text = measured.count(field).map_or("-".to_string(), |count| count.to_string());
            line += &format!(" {text:>width$}");
        }
        let mut known = 0.0;
        for (_, stages) in STAGES {
            let seconds = measured.stages(stages);
            known += seconds;
            line += &format!(" {seconds:>8.3}");
        }
        let rest = (measured.seconds - known).max(0.0);
        let megabytes = measured.peak_kilobytes as f64 / 1024.0;
        line += &format!(
            " {rest:>8.3} {:>8.3} {megabytes:>7.1}  {}",
            measured.seconds,
            measured.answer.in_words()
        );
        if measured.answer.is_wrong_for(row.expected) {
            line += &format!("  <== expected: {:?}", row.expected);
        }
        line
    }

    fn start(&self, name: &str, variant: &str) -> String {
        let (name_width, variant_width) = (self.name_width, self.variant_width);
        format!("{name:<name_width$}  {variant:<variant_width$}")
    }
}
