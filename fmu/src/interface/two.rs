//! The functions of FMI 2.0 for co-simulation: <https://fmi-standard.org/downloads/>.

use super::{
    Instance, Logger, Status, functions, items, keeping, not_offered, of_other_types, places, put, text, with,
};
use super::{free, keep, known};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;

/// `fmi2CallbackLogger`: environment, instance, status, category, format, and what stands in it.
pub type Log = Option<unsafe extern "C" fn(*mut c_void, *const c_char, Status, *const c_char, *const c_char, ...)>;

/// `fmi2CallbackFunctions`.
#[repr(C)]
pub struct Callbacks {
    log: Log,
    allocate: *const c_void,
    free: *const c_void,
    finished: *const c_void,
    environment: *mut c_void,
}

/// `fmi2CoSimulation` among `fmi2Type`.
const CO_SIMULATION: c_int = 1;
/// `fmi2LastSuccessfulTime` among `fmi2StatusKind`.
const LAST_TIME: c_int = 2;

/// The folder that an address names: `file:///tmp/unit/resources`, with %20 for a blank. What is no address is a path.
fn folder(address: &str) -> Result<PathBuf, String> {
    let Some(rest) = address.strip_prefix("file:") else {
        return Ok(PathBuf::from(address));
    };
    let path = rest.strip_prefix("//").map_or(rest, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
    let (mut bytes, mut left) = (Vec::new(), path.as_bytes());
    while let [first, rest @ ..] = left {
        let code = rest.get(..2).and_then(|code| std::str::from_utf8(code).ok()).filter(|_| *first == b'%');
        left = match code {
            Some(code) => {
                bytes.push(u8::from_str_radix(code, 16).map_err(|_| format!("the address {address} has %{code}"))?);
                &rest[2..]
            }
            None => {
                bytes.push(*first);
                rest
            }
        };
    }
    let path = String::from_utf8(bytes).map_err(|_| format!("the address {address} is no text"))?;
    // "/C:/unit" is a place on Windows.
    let drive = path.strip_prefix('/').filter(|path| path.get(1..2) == Some(":"));
    Ok(PathBuf::from(drive.unwrap_or(&path)))
}

functions! {
    /// `default`.
    fn fmi2GetTypesPlatform() -> *const c_char {
        c"default".as_ptr()
    }

    /// `2.0`.
    fn fmi2GetVersion() -> *const c_char {
        c"2.0".as_ptr()
    }

    /// Makes an instance of the files in `resources`; null, and words in the logger, if it cannot.
    fn fmi2Instantiate(
        name: *const c_char, kind: c_int, token: *const c_char, resources: *const c_char, callbacks: *const Callbacks, _visible: c_int, logging: c_int,
    ) -> *mut c_void {
        // SAFETY: all are texts of the program, or null; so are its functions.
        let ([name, token, resources], callbacks) = unsafe { ([text(name), text(token), text(resources)], callbacks.as_ref()) };
        let Some(Callbacks { log, environment, .. }) = callbacks else { return null_mut() };
        let name = name.ok().and_then(|name| CString::new(name).ok()).unwrap_or_default();
        let logger = Logger::Two { log: *log, environment: *environment, name };
        if kind != CO_SIMULATION {
            logger.fail("the unit has no model exchange: instantiate it for co-simulation");
            return null_mut();
        }
        Instance::open(resources.and_then(|address| folder(&address)), token, logger, [logging != 0, false])
    }

    /// Turns the category `logEvents` on or off.
    fn fmi2SetDebugLogging(instance: *mut c_void, on: c_int, count: usize, categories: *const *const c_char) -> Status {
        unsafe { with(instance, |it| it.log(on != 0, count, categories)) }
    }

    /// The tolerance and the beginning; the stop time is not needed.
    fn fmi2SetupExperiment(instance: *mut c_void, defined: c_int, tolerance: f64, t: f64, _stop_defined: c_int, _stop: f64) -> Status {
        unsafe { with(instance, |it| { it.experiment = Some(((defined != 0).then_some(tolerance), t)); Ok(()) }) }
    }

    /// Begins the start.
    fn fmi2EnterInitializationMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| {
            let (tolerance, t) = it.experiment.ok_or("fmi2SetupExperiment must be called before")?;
            Ok(it.unit.enter_initialization(tolerance, t)?)
        }) }
    }

    /// Starts.
    fn fmi2ExitInitializationMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| Ok(it.unit.exit_initialization()?)) }
    }

    /// Reads variables.
    fn fmi2GetReal(instance: *mut c_void, references: *const u32, count: usize, values: *mut f64) -> Status {
        unsafe { with(instance, |it| it.get(items(references, count)?, places(values, count)?)) }
    }

    /// Sets inputs, and before the start parameters.
    fn fmi2SetReal(instance: *mut c_void, references: *const u32, count: usize, values: *const f64) -> Status {
        unsafe { with(instance, |it| it.set(items(references, count)?, items(values, count)?)) }
    }

    /// One step, whole: this version knows no early return. An error leaves the unit where it was.
    fn fmi2DoStep(instance: *mut c_void, t: f64, h: f64, _no_rollback: c_int) -> Status {
        unsafe { with(instance, |it| it.step(t, h).map(|_| ())) }
    }

    /// How outputs change along a direction of inputs.
    fn fmi2GetDirectionalDerivative(
        instance: *mut c_void, unknowns: *const u32, of: usize, knowns: *const u32, by: usize, seed: *const f64, slopes: *mut f64,
    ) -> Status {
        unsafe { with(instance, |it| {
            let found = it.unit.slope(items(unknowns, of)?, items(knowns, by)?, items(seed, by)?)?;
            places(slopes, of)?.copy_from_slice(&found);
            Ok(())
        }) }
    }

    /// The time that was reached; of other numbers none.
    fn fmi2GetRealStatus(instance: *mut c_void, kind: c_int, value: *mut f64) -> Status {
        let mut time = None;
        let status = unsafe { with(instance, |it| { time = it.unit.get(0).ok(); Ok(()) }) };
        match time {
            Some(time) if kind == LAST_TIME => { unsafe { put(value, time) }; status }
            _ if status == Status::Ok => Status::Discard,
            _ => status,
        }
    }
}

/// What there is nothing to say of: steps end before they return.
macro_rules! not_known {
    ($($name:ident)*) => {functions! {$(
        /// There is nothing to be told.
        fn $name(_instance: *mut c_void) -> Status {
            Status::Discard
        }
    )*}};
}

not_known! { fmi2GetStatus fmi2GetIntegerStatus fmi2GetBooleanStatus fmi2GetStringStatus }

of_other_types! { "Real": fmi2GetInteger fmi2GetBoolean fmi2GetString fmi2SetInteger fmi2SetBoolean fmi2SetString }

not_offered! { fmi2SetRealInputDerivatives fmi2GetRealOutputDerivatives fmi2CancelStep }

keeping! {
    fmi2FreeInstance fmi2GetFMUstate fmi2SetFMUstate fmi2FreeFMUstate fmi2SerializedFMUstateSize fmi2SerializeFMUstate fmi2DeSerializeFMUstate fmi2Terminate fmi2Reset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_addresses_of_folders() {
        let of = |address: &str| folder(address).map(|path| path.display().to_string());
        assert_eq!(of("file:///tmp/a%20b/resources").as_deref(), Ok("/tmp/a b/resources"));
        assert_eq!(of("file:/tmp/resources").as_deref(), Ok("/tmp/resources"));
        assert_eq!(of("file://localhost/tmp/100%25").as_deref(), Ok("/tmp/100%"));
        assert_eq!(of("file:///C:/unit/resources").as_deref(), Ok("C:/unit/resources"));
        assert_eq!(of("/tmp/a%20b").as_deref(), Ok("/tmp/a%20b"));
        assert!(of("file:///tmp/%zz").is_err());
    }
}
