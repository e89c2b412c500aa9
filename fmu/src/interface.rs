//! The functions of FMI 3.0 as C calls them: <https://fmi-standard.org/docs/3.0/>.
//!
//! All `unsafe` of this crate is here. It does three things, as the interface has them: it turns the pointer that the importing program keeps into the [`Instance`] which it was
//! made of, it reads and writes arrays of which the program gives a pointer and a length, and it calls the program's logger. Each is right if the program keeps to the standard: an
//! instance is used from its instantiation until it is freed, by one thread at a time; arrays are as long as it says. Pointers that are null are refused.
//!
//! Nothing panics across the border: every call goes through [`with`], which turns a panic into an error.
#![allow(unsafe_code, non_snake_case)]

use crate::now::Now;
use crate::unit::Unit;
use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr::null_mut;
use std::slice;

/// `fmi3Status`.
#[repr(C)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// `fmi3OK`.
    Ok = 0,
    /// `fmi3Error`: the call did nothing; the logger says why.
    Error = 3,
}

/// `fmi3LogMessageCallback`.
pub type Log = Option<unsafe extern "C" fn(*mut c_void, Status, *const c_char, *const c_char)>;

/// The importing program's logger.
struct Logger {
    log: Log,
    environment: *mut c_void,
}

impl Logger {
    fn say(&self, status: Status, category: &CStr, message: &str) {
        let (Some(log), Ok(message)) = (self.log, CString::new(message.replace('\0', " "))) else { return };
        // SAFETY: the program gave this function and this environment for as long as the instance lives; both texts end with a zero and outlive the call.
        unsafe { log(self.environment, status, category.as_ptr(), message.as_ptr()) }
    }

    fn fail(&self, message: &str) {
        self.say(Status::Error, c"logStatusError", message);
    }
}

/// What `fmi3Instance` points to.
struct Instance {
    unit: Unit,
    logger: Logger,
    tell_events: bool,
    may_return_early: bool,
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the library panicked, which is a fault of its own: {}", text.unwrap_or("without words"))
}

/// Does something with an instance. What fails is logged.
///
/// # Safety
/// The pointer is null or came from [`fmi3InstantiateCoSimulation`], is not freed yet, and nobody else uses it now.
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

functions! {
    /// `3.0`.
    fn fmi3GetVersion() -> *const c_char {
        c"3.0".as_ptr()
    }

    /// Makes an instance of the files in `resources`; null, and words in the logger, if it cannot.
    fn fmi3InstantiateCoSimulation(
        _name: *const c_char, token: *const c_char, resources: *const c_char, _visible: bool, logging: bool, _events: bool, may_return_early: bool,
        _intermediate: *const u32, _intermediates: usize, environment: *mut c_void, log: Log, _update: *const c_void,
    ) -> *mut c_void {
        let logger = Logger { log, environment };
        // SAFETY: both are texts of the program, or null.
        let texts = unsafe { [text(token), text(resources)] };
        let open = || {
            let [token, resources] = texts;
            Unit::open(Path::new(&resources?), &token?).map_err(|error| error.to_string())
        };
        match catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|panic| Err(words(&*panic))) {
            Ok(unit) => Box::into_raw(Box::new(Instance { unit, logger, tell_events: logging, may_return_early })).cast(),
            Err(why) => { logger.fail(&why); null_mut() }
        }
    }

    /// The unit is one for co-simulation: null.
    fn fmi3InstantiateModelExchange(
        _name: *const c_char, _token: *const c_char, _resources: *const c_char, _visible: bool, _logging: bool, environment: *mut c_void, log: Log,
    ) -> *mut c_void {
        Logger { log, environment }.fail("the unit has no model exchange: instantiate it for co-simulation");
        null_mut()
    }

    /// The unit is one for co-simulation: null.
    fn fmi3InstantiateScheduledExecution(
        _name: *const c_char, _token: *const c_char, _resources: *const c_char, _visible: bool, _logging: bool, environment: *mut c_void, log: Log,
        _clock: *const c_void, _lock: *const c_void, _unlock: *const c_void,
    ) -> *mut c_void {
        Logger { log, environment }.fail("the unit has no scheduled execution: instantiate it for co-simulation");
        null_mut()
    }

    /// Frees it.
    fn fmi3FreeInstance(instance: *mut c_void) -> () {
        if !instance.is_null() {
            // SAFETY: it came from `Box::into_raw`, and is not used again.
            drop(unsafe { Box::from_raw(instance.cast::<Instance>()) });
        }
    }

    /// Turns the category `logEvents` on or off; errors are always logged.
    fn fmi3SetDebugLogging(instance: *mut c_void, on: bool, count: usize, categories: *const *const c_char) -> Status {
        unsafe { with(instance, |it| {
            let mut named = false;
            for category in items(categories, count)? {
                named |= text(*category)? == "logEvents";
            }
            it.tell_events = if count == 0 || named { on } else { it.tell_events };
            Ok(())
        }) }
    }

    /// Begins the start; the stop time is not needed.
    fn fmi3EnterInitializationMode(instance: *mut c_void, defined: bool, tolerance: f64, t: f64, _stop_defined: bool, _stop: f64) -> Status {
        unsafe { with(instance, |it| it.unit.enter_initialization(defined.then_some(tolerance), t).map_err(|error| error.to_string())) }
    }

    /// Starts.
    fn fmi3ExitInitializationMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| it.unit.exit_initialization().map_err(|error| error.to_string())) }
    }

    /// There is no other mode to come from.
    fn fmi3EnterStepMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |_| Ok(())) }
    }

    /// No more steps.
    fn fmi3Terminate(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| { it.unit.terminate(); Ok(()) }) }
    }

    /// As after instantiation.
    fn fmi3Reset(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| { it.unit.reset(); Ok(()) }) }
    }

    /// Reads variables.
    fn fmi3GetFloat64(instance: *mut c_void, references: *const u32, count: usize, values: *mut f64, room: usize) -> Status {
        unsafe { with(instance, |it| {
            same_length(count, room)?;
            for (value, reference) in places(values, room)?.iter_mut().zip(items(references, count)?) {
                *value = it.unit.get(*reference).map_err(|error| error.to_string())?;
            }
            Ok(())
        }) }
    }

    /// Sets inputs, and before the start parameters.
    fn fmi3SetFloat64(instance: *mut c_void, references: *const u32, count: usize, values: *const f64, given: usize) -> Status {
        unsafe { with(instance, |it| {
            same_length(count, given)?;
            for (value, reference) in items(values, given)?.iter().zip(items(references, count)?) {
                it.unit.set(*reference, *value).map_err(|error| error.to_string())?;
            }
            Ok(())
        }) }
    }

    /// One step; an error leaves the unit where it was.
    fn fmi3DoStep(
        instance: *mut c_void, t: f64, h: f64, _no_rollback: bool, event: *mut bool, terminate: *mut bool, early: *mut bool, reached: *mut f64,
    ) -> Status {
        unsafe {
            put(event, false);
            put(terminate, false);
            put(early, false);
            put(reached, t);
            with(instance, |it| {
                let (logger, tell) = (&it.logger, it.tell_events);
                let mut told = |words: String| if tell { logger.say(Status::Ok, c"logEvents", &words) };
                let end = it.unit.step(t, h, it.may_return_early, &mut told).map_err(|error| error.to_string())?;
                put(early, end.early);
                put(reached, end.t);
                Ok(())
            })
        }
    }

    /// Keeps all that changes.
    fn fmi3GetFMUState(instance: *mut c_void, kept: *mut *mut c_void) -> Status {
        unsafe { with(instance, |it| {
            let kept = places(kept, 1)?;
            // One that was there is used again, as the standard has it.
            free(kept[0]);
            kept[0] = Box::into_raw(Box::new(it.unit.keep())).cast();
            Ok(())
        }) }
    }

    /// Goes back to what was kept.
    fn fmi3SetFMUState(instance: *mut c_void, kept: *mut c_void) -> Status {
        unsafe { with(instance, |it| { it.unit.restore(known(kept)?); Ok(()) }) }
    }

    /// Frees what was kept.
    fn fmi3FreeFMUState(instance: *mut c_void, kept: *mut *mut c_void) -> Status {
        unsafe { with(instance, |_| {
            if !kept.is_null() { free(*kept); kept.write(null_mut()); }
            Ok(())
        }) }
    }

    /// How many bytes it has.
    fn fmi3SerializedFMUStateSize(instance: *mut c_void, kept: *mut c_void, size: *mut usize) -> Status {
        unsafe { with(instance, |it| {
            places(size, 1)?[0] = it.unit.to_bytes(known(kept)?).map_err(|error| error.to_string())?.len();
            Ok(())
        }) }
    }

    /// Writes it as bytes.
    fn fmi3SerializeFMUState(instance: *mut c_void, kept: *mut c_void, bytes: *mut u8, room: usize) -> Status {
        unsafe { with(instance, |it| {
            let written = it.unit.to_bytes(known(kept)?).map_err(|error| error.to_string())?;
            let bytes = places(bytes, room)?.get_mut(..written.len());
            bytes.ok_or_else(|| format!("the state needs {} bytes, but there is room for {room}", written.len()))?.copy_from_slice(&written);
            Ok(())
        }) }
    }

    /// Reads it from bytes.
    fn fmi3DeserializeFMUState(instance: *mut c_void, bytes: *const u8, count: usize, kept: *mut *mut c_void) -> Status {
        unsafe { with(instance, |it| {
            let now = it.unit.of_bytes(items(bytes, count)?).map_err(|error| error.to_string())?;
            let kept = places(kept, 1)?;
            free(kept[0]);
            kept[0] = Box::into_raw(Box::new(now)).cast();
            Ok(())
        }) }
    }

    /// How outputs change along a direction of inputs.
    fn fmi3GetDirectionalDerivative(
        instance: *mut c_void, unknowns: *const u32, of: usize, knowns: *const u32, by: usize, seed: *const f64, seeds: usize, slopes: *mut f64, room: usize,
    ) -> Status {
        unsafe { with(instance, |it| {
            same_length(by, seeds)?;
            same_length(of, room)?;
            let found = it.unit.slope(items(unknowns, of)?, items(knowns, by)?, items(seed, seeds)?).map_err(|error| error.to_string())?;
            places(slopes, room)?.copy_from_slice(&found);
            Ok(())
        }) }
    }
}

/// What was kept.
///
/// # Safety
/// The pointer is null, or came from this instance and is not freed.
unsafe fn known<'a>(kept: *mut c_void) -> Result<&'a Now, String> {
    // SAFETY: see above.
    unsafe { kept.cast::<Now>().as_ref() }.ok_or_else(|| "the state is null: take it with fmi3GetFMUState".into())
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

/// Access by other types than `Float64`. Of no variable at all it is no error. The arguments that follow the count are not looked at: in every calling convention of C they are the
/// caller's to remove.
macro_rules! of_other_types {
    ($($name:ident)*) => {functions! {$(
        /// All variables are `Float64`: an error, unless none is asked for.
        fn $name(instance: *mut c_void, _references: *const u32, count: usize) -> Status {
            unsafe { with(instance, |_| match count {
                0 => Ok(()),
                _ => Err(concat!(stringify!($name), ": all variables of this unit are Float64").into()),
            }) }
        }
    )*}};
}

of_other_types! {
    fmi3GetFloat32 fmi3GetInt8 fmi3GetUInt8 fmi3GetInt16 fmi3GetUInt16 fmi3GetInt32 fmi3GetUInt32 fmi3GetInt64 fmi3GetUInt64 fmi3GetBoolean fmi3GetString fmi3GetBinary fmi3GetClock
    fmi3SetFloat32 fmi3SetInt8 fmi3SetUInt8 fmi3SetInt16 fmi3SetUInt16 fmi3SetInt32 fmi3SetUInt32 fmi3SetInt64 fmi3SetUInt64 fmi3SetBoolean fmi3SetString fmi3SetBinary fmi3SetClock
    fmi3GetIntervalDecimal fmi3GetIntervalFraction fmi3GetShiftDecimal fmi3GetShiftFraction
    fmi3SetIntervalDecimal fmi3SetIntervalFraction fmi3SetShiftDecimal fmi3SetShiftFraction
    fmi3GetOutputDerivatives
}

/// What the standard wants exported, and what `modelDescription.xml` says this unit does not offer.
macro_rules! not_offered {
    ($($name:ident)*) => {functions! {$(
        /// Not offered: an error.
        fn $name(instance: *mut c_void) -> Status {
            unsafe { with(instance, |_| Err(concat!(stringify!($name), " is not offered by this unit").into())) }
        }
    )*}};
}

not_offered! {
    fmi3EnterEventMode fmi3EnterConfigurationMode fmi3ExitConfigurationMode fmi3GetNumberOfVariableDependencies fmi3GetVariableDependencies fmi3GetAdjointDerivative
    fmi3EvaluateDiscreteStates fmi3UpdateDiscreteStates fmi3EnterContinuousTimeMode fmi3CompletedIntegratorStep fmi3SetTime fmi3SetContinuousStates
    fmi3GetContinuousStateDerivatives fmi3GetEventIndicators fmi3GetContinuousStates fmi3GetNominalsOfContinuousStates fmi3GetNumberOfEventIndicators
    fmi3GetNumberOfContinuousStates fmi3ActivateModelPartition
}
