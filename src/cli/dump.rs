//! `--dump`: what one stage makes of the program, as text.

use std::fmt::Write;

use bmc_conc::check::{self, CheckOptions, DumpStage};
use bmc_conc::frontend;
use bmc_conc::ir::Program;
use bmc_conc::source::{Diagnostic, render_with_line_markers};

use super::arguments::Stage;
use super::load::Preprocessed;

/// The user's units, with line markers, so that the text can be given to `check` again.
pub fn preprocessed(input: &Preprocessed) -> String {
    input.units.iter().map(|&unit| render_with_line_markers(&input.sources, unit)).collect()
}

pub fn syntax_trees(input: &Preprocessed) -> Result<String, Vec<Diagnostic>> {
    let mut text = String::new();
    for &unit in &input.units {
        let tree = frontend::parse(&input.sources, unit)?;
        let _ = writeln!(text, "{tree:#?}");
    }
    Ok(text)
}

pub fn ir(program: &Program) -> String {
    program.to_string()
}

/// The stages that depend on the bounds.
pub fn of_search(program: &Program, options: &CheckOptions, stage: Stage) -> Result<String, Vec<Diagnostic>> {
    let stage = match stage {
        Stage::Preprocessed | Stage::Ast | Stage::Ir => unreachable!("these stages come before the search"),
        Stage::Events => DumpStage::Events,
        Stage::Formula => DumpStage::Formula,
        Stage::Dimacs => DumpStage::Dimacs,
    };
    check::dump(program, options, stage)
}
