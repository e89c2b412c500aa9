//! The functions that C calls, of FMI 3.0 (`three.rs`) and 2.0 (`two.rs`), and what both do alike: <https://fmi-standard.org>.
//!
//! All `unsafe` of this crate is here. It does three things, as the interface has them: it turns the pointer that the importing program keeps into the [`Instance`] which it was
//! made of, it reads and writes arrays of which the program gives a pointer and a length, and it calls the program's logger. Each is right if the program keeps to the standard: an
//! instance is used from its instantiation until it is freed, by one thread at a time; arrays are as long as it says. Pointers that are null are refused.
//!
//! Nothing panics across the border: every call goes through [`with`], which turns a panic into an error.
#![allow(unsafe_code, non_snake_case)]

mod three;
mod two;

use crate::error::FmuError;
use crate::now::Now;
use crate::unit::{Reached, Unit};
use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::ptr::null_mut;
use std::slice;

/// `fmi3Status` and `fmi2Status`.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// `fmi3OK`.
    Ok = 0,
    /// `fmi2Discard`: what was asked for is not known.
    Discard = 2,
    /// `fmi3Error`: the call did nothing; the logger says why.
    Error = 3,
}

/// The importing program's logger.
#[derive(Clone, Debug)]
enum Logger {
    Three { log: three::Log, environment: *mut c_void },
    Two { log: two::Log, environment: *mut c_void, name: CString },
}

impl Logger {
    fn say(&self, status: Status, category: &CStr, message: &str) {
        let Ok(message) = CString::new(message.replace('\0', " ")) else { return };
        // SAFETY: the program gave this function and this environment for as long as the instance lives; all texts end with a zero and outlive the call.
        match self {
            Self::Three { log: Some(log), environment } => unsafe {
                log(*environment, status, category.as_ptr(), message.as_ptr());
            },
            // What stands in the message is no format: the format is that of one text.
            Self::Two { log: Some(log), environment, name } => unsafe {
                log(*environment, name.as_ptr(), status, category.as_ptr(), c"%s".as_ptr(), message.as_ptr());
            },
            _ => {}
        }
    }

    fn fail(&self, message: &str) {
        self.say(Status::Error, c"logStatusError", message);
    }
}

/// What `fmi3Instance` and `fmi2Component` point to.
struct Instance {
    unit: Unit,
    logger: Logger,
    tell_events: bool,
    may_return_early: bool,
    /// The tolerance and the beginning that `fmi2SetupExperiment` gave.
    experiment: Option<(Option<f64>, f64)>,
}

impl Instance {
    /// An instance of the files in `resources`; null, and words in the logger, if there can be none.
    fn open(
        resources: Result<PathBuf, String>,
        token: Result<String, String>,
        logger: Logger,
        [tell_events, may_return_early]: [bool; 2],
    ) -> *mut c_void {
        let open = || Ok(Unit::open(&resources?, &token?)?);
        match catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|panic| Err(words(&*panic))) {
            Ok(unit) => {
                Box::into_raw(Box::new(Self { unit, logger, tell_events, may_return_early, experiment: None })).cast()
            }
            Err(why) => {
                logger.fail(&why);
                null_mut()
            }
        }
    }

    fn get(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), String> {
        for (value, reference) in values.iter_mut().zip(references) {
            *value = self.unit.get(*reference)?;
        }
        Ok(())
    }

    fn set(&mut self, references: &[u32], values: &[f64]) -> Result<(), String> {
        for (value, reference) in values.iter().zip(references) {
            self.unit.set(*reference, *value)?;
        }
        Ok(())
    }

    /// One step; an error leaves the unit where it was.
    fn step(&mut self, t: f64, h: f64) -> Result<Reached, String> {
        let (logger, tell) = (&self.logger, self.tell_events);
        let mut told = |words: String| {
            if tell {
                logger.say(Status::Ok, c"logEvents", &words);
            }
        };
        Ok(self.unit.step(t, h, self.may_return_early, &mut told)?)
    }

    /// Turns the category `logEvents` on or off; errors are always logged.
    ///
    /// # Safety
    /// So many texts stand there.
    unsafe fn log(&mut self, on: bool, count: usize, categories: *const *const c_char) -> Result<(), String> {
        let mut named = false;
        // SAFETY: see above.
        for category in unsafe { items(categories, count)? } {
            named |= unsafe { text(*category)? } == "logEvents";
        }
        self.tell_events = if count == 0 || named { on } else { self.tell_events };
        Ok(())
    }
}

impl From<FmuError> for String {
    fn from(error: FmuError) -> Self {
        error.to_string()
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the library panicked, which is a fault of its own: {}", text.unwrap_or("without words"))
}

/// Does something with an instance. What fails is logged.
///
/// # Safety
/// The pointer is null or came from [`Instance::open`], is not freed yet, and nobody else uses it now.
unsafe fn with(instance: *mut c_void, act: impl FnOnce(&mut Instance) -> Result<(), String>) -> Status {
    // SAFETY: see above.
    let Some(it) = (unsafe { instance.cast::<Instance>().as_mut() }) else { return Status::Error };
    match catch_unwind(AssertUnwindSafe(|| act(it))).unwrap_or_else(|panic| Err(words(&*panic))) {
        Ok(()) => Status::Ok,
        Err(why) => {
            it.logger.fail(&why);
            Status::Error
        }
    }
}

/// An array that is read.
///
/// # Safety
/// If the pointer is not null, so many items stand there and do not change during the call.
unsafe fn items<'a, T>(first: *const T, count: usize) -> Result<&'a [T], String> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err("an array is null".into()),
        // SAFETY: see above.
        (false, _) => Ok(unsafe { slice::from_raw_parts(first, count) }),
    }
}

/// An array that is written.
///
/// # Safety
/// If the pointer is not null, so many items may be written there, and nobody else uses them during the call.
unsafe fn places<'a, T>(first: *mut T, count: usize) -> Result<&'a mut [T], String> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err("an array is null".into()),
        // SAFETY: see above.
        (false, _) => Ok(unsafe { slice::from_raw_parts_mut(first, count) }),
    }
}

/// Writes where the program wants it, or nowhere.
///
/// # Safety
/// The pointer is null, or one such value may be written there.
unsafe fn put<T>(to: *mut T, value: T) {
    // SAFETY: see above. What stood there is not dropped: it may never have been written.
    if !to.is_null() {
        unsafe { to.write(value) }
    }
}

/// A text of the program.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a zero.
unsafe fn text(from: *const c_char) -> Result<String, String> {
    if from.is_null() {
        return Err("a text is null".into());
    }
    // SAFETY: see above.
    Ok(unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned())
}

fn same_length(references: usize, values: usize) -> Result<(), String> {
    if references == values {
        Ok(())
    } else {
        Err(format!("{references} variables, but {values} values: all variables are single numbers"))
    }
}

macro_rules! functions {
    ($($(#[$about:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $out:ty $body:block)*) => {$(
        $(#[$about])*
        ///
        /// # Safety
        /// As the standard has it: see the head of this file.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $out $body
    )*};
}

use functions;

/// What was kept.
///
/// # Safety
/// The pointer is null, or came from this instance and is not freed.
unsafe fn known<'a>(kept: *mut c_void) -> Result<&'a Now, String> {
    // SAFETY: see above.
    unsafe { kept.cast::<Now>().as_ref() }
        .ok_or_else(|| "the state is null: take it with the function that gets it".into())
}

/// Frees what was kept, if there is any.
///
/// # Safety
/// The pointer is null, or came from `Box::into_raw` of a [`Now`], and is not used again.
unsafe fn free(kept: *mut c_void) {
    if !kept.is_null() {
        // SAFETY: see above.
        drop(unsafe { Box::from_raw(kept.cast::<Now>()) });
    }
}

/// Keeps something where the program has its pointer. What was there is used again, as the standard has it.
///
/// # Safety
/// As for [`free`]; and one pointer may be written there.
unsafe fn keep(now: Now, kept: *mut *mut c_void) -> Result<(), String> {
    // SAFETY: see above.
    unsafe {
        let kept = places(kept, 1)?;
        free(kept[0]);
        kept[0] = Box::into_raw(Box::new(now)).cast();
    }
    Ok(())
}

/// The functions of kept states, which are alike but for their names, and that of a freed instance.
macro_rules! keeping {
    ($free_instance:ident $get:ident $set:ident $free:ident $size:ident $write:ident $read:ident $terminate:ident $reset:ident) => {functions! {
        /// Frees it.
        fn $free_instance(instance: *mut c_void) -> () {
            if !instance.is_null() {
                // SAFETY: it came from `Box::into_raw`, and is not used again.
                drop(unsafe { Box::from_raw(instance.cast::<Instance>()) });
            }
        }

        /// No more steps.
        fn $terminate(instance: *mut c_void) -> Status {
            unsafe { with(instance, |it| { it.unit.terminate(); Ok(()) }) }
        }

        /// As after instantiation.
        fn $reset(instance: *mut c_void) -> Status {
            unsafe { with(instance, |it| { it.unit.reset(); it.experiment = None; Ok(()) }) }
        }

        /// Keeps all that changes.
        fn $get(instance: *mut c_void, kept: *mut *mut c_void) -> Status {
            unsafe { with(instance, |it| keep(it.unit.keep(), kept)) }
        }

        /// Goes back to what was kept.
        fn $set(instance: *mut c_void, kept: *mut c_void) -> Status {
            unsafe { with(instance, |it| { it.unit.restore(known(kept)?); Ok(()) }) }
        }

        /// Frees what was kept.
        fn $free(instance: *mut c_void, kept: *mut *mut c_void) -> Status {
            unsafe { with(instance, |_| {
                if !kept.is_null() { free(*kept); kept.write(null_mut()); }
                Ok(())
            }) }
        }

        /// How many bytes it has.
        fn $size(instance: *mut c_void, kept: *mut c_void, size: *mut usize) -> Status {
            unsafe { with(instance, |it| {
                places(size, 1)?[0] = it.unit.to_bytes(known(kept)?)?.len();
                Ok(())
            }) }
        }

        /// Writes it as bytes.
        fn $write(instance: *mut c_void, kept: *mut c_void, bytes: *mut u8, room: usize) -> Status {
            unsafe { with(instance, |it| {
                let written = it.unit.to_bytes(known(kept)?)?;
                let bytes = places(bytes, room)?.get_mut(..written.len());
                bytes.ok_or_else(|| format!("the state needs {} bytes, but there is room for {room}", written.len()))?.copy_from_slice(&written);
                Ok(())
            }) }
        }

        /// Reads it from bytes.
        fn $read(instance: *mut c_void, bytes: *const u8, count: usize, kept: *mut *mut c_void) -> Status {
            unsafe { with(instance, |it| keep(it.unit.of_bytes(items(bytes, count)?)?, kept)) }
        }
    }};
}
use keeping;

/// What is asked for in vain: the arguments that follow the count are not looked at, for in every calling convention of C they are the caller's to remove.
macro_rules! of_other_types {
    ($only:literal: $($name:ident)*) => {functions! {$(
        /// All variables are of one type: an error, unless none is asked for.
        fn $name(instance: *mut c_void, _references: *const u32, count: usize) -> Status {
            unsafe { with(instance, |_| match count {
                0 => Ok(()),
                _ => Err(concat!(stringify!($name), ": all variables of this unit are ", $only).into()),
            }) }
        }
    )*}};
}
use of_other_types;

/// What the standard wants exported, and what `modelDescription.xml` says this unit does not offer.
macro_rules! not_offered {
    ($($name:ident)*) => {functions! {$(
        /// Not offered: an error.
        fn $name(instance: *mut c_void) -> Status {
            unsafe { with(instance, |_| Err(concat!(stringify!($name), " is not offered by this unit").into())) }
        }
    )*}};
}
use not_offered;
