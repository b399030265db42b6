//! Our own bugs, as the user sees them: never a raw panic, always an answer and a request for a report.

use std::panic::PanicHookInfo;
use std::sync::Mutex;

/// What the first panic said and where; later ones are consequences.
static FIRST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// From here on a panic prints nothing; what it said is kept for [`first_panic`].
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let mut first = FIRST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.get_or_insert_with(|| describe(panic));
    }));
}

pub fn first_panic() -> String {
    let first = FIRST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    first.clone().unwrap_or_else(|| "a stage ended without a result".to_string())
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().map(|text| text.to_string());
    let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
    let message = message.unwrap_or_else(|| "no message".to_string());
    match panic.location() {
        Some(place) => format!("{message} (at {}:{})", place.file(), place.line()),
        None => message,
    }
}
