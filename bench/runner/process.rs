//! Runs one command: what it prints, how it ends, how long it takes, and its peak of memory.
//!
//! The peak is what the kernel has counted for the process and those it has waited for (`wait4`), so it is exact
//! even for runs of a few milliseconds and is the same measure for every checker. The command gets a process group
//! of its own; when the time is over, all of the group is killed, since some checkers start others.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub struct Finished {
    pub standard_output: String,
    pub standard_error: String,
    /// None if a signal ended it.
    pub exit_code: Option<i32>,
    pub seconds: f64,
    pub peak_kilobytes: u64,
    pub was_killed: bool,
}

/// Runs the command to its end, or until the limit.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Finished> {
    let begin = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let process = child.id() as libc::pid_t;
    let (over, is_over) = channel::<()>();
    let guard = thread::spawn(move || {
        let in_time = is_over.recv_timeout(limit) != Err(RecvTimeoutError::Timeout);
        if !in_time {
            // SAFETY: sends a signal. The process is not reaped before this thread has ended, so that its number
            // cannot belong to another one.
            unsafe { libc::kill(-process, libc::SIGKILL) };
        }
        !in_time
    });
    let standard_output = gather(child.stdout.take());
    let standard_error = gather(child.stderr.take());

    let ended = wait_without_reaping(process);
    let seconds = begin.elapsed().as_secs_f64();
    drop(over);
    let was_killed = guard.join().expect("the guard does not panic");
    ended?;
    let (status, peak_kilobytes) = reap(process)?;
    Ok(Finished {
        standard_output: standard_output.join().expect("reading does not panic"),
        standard_error: standard_error.join().expect("reading does not panic"),
        exit_code: status.code(),
        seconds,
        peak_kilobytes,
        was_killed,
    })
}

fn gather<Source: Read + Send + 'static>(source: Option<Source>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut source) = source {
            // What was read before an error is still worth showing.
            let _ = source.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait_without_reaping(process: libc::pid_t) -> io::Result<()> {
    loop {
        // SAFETY: the structure is plain data, for which zeros are a value, and the call fills it in.
        let result = unsafe {
            let mut information: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(libc::P_PID, process as libc::id_t, &mut information, libc::WEXITED | libc::WNOWAIT)
        };
        match result {
            0 => return Ok(()),
            _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return Err(io::Error::last_os_error()),
        }
    }
}

fn reap(process: libc::pid_t) -> io::Result<(ExitStatus, u64)> {
    let mut status = 0;
    // SAFETY: as above; the process is our child and has ended, so the call does not wait.
    let (result, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(process, &mut status, 0, &mut usage), usage)
    };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok((ExitStatus::from_raw(status), usage.ru_maxrss as u64))
}
