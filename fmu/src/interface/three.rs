//! The functions of FMI 3.0: <https://fmi-standard.org/docs/3.0/>.

use super::{
    Instance, Logger, Status, functions, items, keeping, not_offered, of_other_types, places, put, same_length, text,
    with,
};
use super::{free, keep, known};
use std::ffi::{c_char, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;

/// `fmi3LogMessageCallback`.
pub type Log = Option<unsafe extern "C" fn(*mut c_void, Status, *const c_char, *const c_char)>;

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
        // SAFETY: both are texts of the program, or null.
        let [token, resources] = unsafe { [text(token), text(resources)] };
        Instance::open(resources.map(PathBuf::from), token, Logger::Three { log, environment }, [logging, may_return_early])
    }

    /// The unit is one for co-simulation: null.
    fn fmi3InstantiateModelExchange(
        _name: *const c_char, _token: *const c_char, _resources: *const c_char, _visible: bool, _logging: bool, environment: *mut c_void, log: Log,
    ) -> *mut c_void {
        Logger::Three { log, environment }.fail("the unit has no model exchange: instantiate it for co-simulation");
        null_mut()
    }

    /// The unit is one for co-simulation: null.
    fn fmi3InstantiateScheduledExecution(
        _name: *const c_char, _token: *const c_char, _resources: *const c_char, _visible: bool, _logging: bool, environment: *mut c_void, log: Log,
        _clock: *const c_void, _lock: *const c_void, _unlock: *const c_void,
    ) -> *mut c_void {
        Logger::Three { log, environment }.fail("the unit has no scheduled execution: instantiate it for co-simulation");
        null_mut()
    }

    /// Turns the category `logEvents` on or off.
    fn fmi3SetDebugLogging(instance: *mut c_void, on: bool, count: usize, categories: *const *const c_char) -> Status {
        unsafe { with(instance, |it| it.log(on, count, categories)) }
    }

    /// Begins the start; the stop time is not needed.
    fn fmi3EnterInitializationMode(instance: *mut c_void, defined: bool, tolerance: f64, t: f64, _stop_defined: bool, _stop: f64) -> Status {
        unsafe { with(instance, |it| Ok(it.unit.enter_initialization(defined.then_some(tolerance), t)?)) }
    }

    /// Starts.
    fn fmi3ExitInitializationMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |it| Ok(it.unit.exit_initialization()?)) }
    }

    /// There is no other mode to come from.
    fn fmi3EnterStepMode(instance: *mut c_void) -> Status {
        unsafe { with(instance, |_| Ok(())) }
    }

    /// Reads variables.
    fn fmi3GetFloat64(instance: *mut c_void, references: *const u32, count: usize, values: *mut f64, room: usize) -> Status {
        unsafe { with(instance, |it| {
            same_length(count, room)?;
            it.get(items(references, count)?, places(values, room)?)
        }) }
    }

    /// Sets inputs, and before the start parameters.
    fn fmi3SetFloat64(instance: *mut c_void, references: *const u32, count: usize, values: *const f64, given: usize) -> Status {
        unsafe { with(instance, |it| {
            same_length(count, given)?;
            it.set(items(references, count)?, items(values, given)?)
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
                let end = it.step(t, h)?;
                put(early, end.early);
                put(reached, end.t);
                Ok(())
            })
        }
    }

    /// How outputs change along a direction of inputs.
    fn fmi3GetDirectionalDerivative(
        instance: *mut c_void, unknowns: *const u32, of: usize, knowns: *const u32, by: usize, seed: *const f64, seeds: usize, slopes: *mut f64, room: usize,
    ) -> Status {
        unsafe { with(instance, |it| {
            same_length(by, seeds)?;
            same_length(of, room)?;
            let found = it.unit.slope(items(unknowns, of)?, items(knowns, by)?, items(seed, seeds)?)?;
            places(slopes, room)?.copy_from_slice(&found);
            Ok(())
        }) }
    }
}

of_other_types! { "Float64":
    fmi3GetFloat32 fmi3GetInt8 fmi3GetUInt8 fmi3GetInt16 fmi3GetUInt16 fmi3GetInt32 fmi3GetUInt32 fmi3GetInt64 fmi3GetUInt64 fmi3GetBoolean fmi3GetString fmi3GetBinary fmi3GetClock
    fmi3SetFloat32 fmi3SetInt8 fmi3SetUInt8 fmi3SetInt16 fmi3SetUInt16 fmi3SetInt32 fmi3SetUInt32 fmi3SetInt64 fmi3SetUInt64 fmi3SetBoolean fmi3SetString fmi3SetBinary fmi3SetClock
    fmi3GetIntervalDecimal fmi3GetIntervalFraction fmi3GetShiftDecimal fmi3GetShiftFraction
    fmi3SetIntervalDecimal fmi3SetIntervalFraction fmi3SetShiftDecimal fmi3SetShiftFraction
    fmi3GetOutputDerivatives
}

not_offered! {
    fmi3EnterEventMode fmi3EnterConfigurationMode fmi3ExitConfigurationMode fmi3GetNumberOfVariableDependencies fmi3GetVariableDependencies fmi3GetAdjointDerivative
    fmi3EvaluateDiscreteStates fmi3UpdateDiscreteStates fmi3EnterContinuousTimeMode fmi3CompletedIntegratorStep fmi3SetTime fmi3SetContinuousStates
    fmi3GetContinuousStateDerivatives fmi3GetEventIndicators fmi3GetContinuousStates fmi3GetNominalsOfContinuousStates fmi3GetNumberOfEventIndicators
    fmi3GetNumberOfContinuousStates fmi3ActivateModelPartition
}

keeping! {
    fmi3FreeInstance fmi3GetFMUState fmi3SetFMUState fmi3FreeFMUState fmi3SerializedFMUStateSize fmi3SerializeFMUState fmi3DeserializeFMUState fmi3Terminate fmi3Reset
}
