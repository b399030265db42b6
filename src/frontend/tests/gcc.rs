//! Where gcc is at hand, it must agree with what the accepted programs state about sizes and values.

use std::process::Command;

use super::*;

#[test]
fn gcc_agrees_with_the_sizes_and_values_of_the_accepted_programs() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    for path in cases("accept") {
        let text = read(&path);
        for (model, flag) in [("lp64", "-m64"), ("ilp32", "-m32")] {
            if text.starts_with("// model:") && !text.starts_with(&format!("// model: {model}")) {
                continue;
            }
            let arguments = ["-std=gnu11", "-w", "-fsyntax-only", flag];
            let output = Command::new("gcc").args(arguments).arg(&path).output().expect("gcc runs");
            let message = String::from_utf8_lossy(&output.stderr);
            // A gcc without this data model cannot say anything about it.
            let unavailable = message.contains("not supported") || message.contains("unrecognized");
            assert!(output.status.success() || unavailable, "{} {flag}: {message}", path.display());
        }
    }
}
