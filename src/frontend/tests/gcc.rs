//! Where gcc is at hand, it must agree with what the accepted programs state about sizes and values.

use std::process::Command;

use super::*;

#[test]
fn gcc_agrees_with_the_sizes_and_values_of_the_accepted_programs() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let probe = Command::new("gcc").args(["-std=gnu23", "-E", "-x", "c", "/dev/null"]).output();
    let knows_c23 = probe.is_ok_and(|output| output.status.success());
    for path in cases("accept") {
        let text = read(&path);
        let standard = if text.starts_with("// C23") { "-std=gnu23" } else { "-std=gnu11" };
        if standard == "-std=gnu23" && !knows_c23 {
            continue;
        }
        for (model, flag) in [("lp64", "-m64"), ("ilp32", "-m32")] {
            if text.starts_with("// model:") && !text.starts_with(&format!("// model: {model}")) {
                continue;
            }
            let arguments = [standard, "-w", "-fsyntax-only", flag];
            let output = Command::new("gcc").args(arguments).arg(&path).output().expect("gcc runs");
            let message = String::from_utf8_lossy(&output.stderr);
            // A gcc without this data model cannot say anything about it.
            let unavailable = message.contains("not supported") || message.contains("unrecognized");
            assert!(output.status.success() || unavailable, "{} {flag}: {message}", path.display());
        }
    }
}
