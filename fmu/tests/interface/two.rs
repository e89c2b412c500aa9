//! The same units through the functions of FMI 2.0: what they do is bit for bit what those of 3.0 do.

use super::importer::Library;
use super::models::{STEP, drawer, drawer_unit};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::Mutex;
use std::{mem, ptr};

/// All names of `fmi2Functions.h` that a unit for co-simulation has.
const NAMES: &str = "GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode ExitInitializationMode Terminate Reset
    GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate
    GetDirectionalDerivative SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus";

/// `fmi2CallbackFunctions`.
#[repr(C)]
struct Callbacks([*const c_void; 5]);

static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The logger. It takes as many arguments as it is called with, and no more: C allows to call it as one that takes any.
unsafe extern "C" fn listen(
    _: *mut c_void,
    name: *const c_char,
    _: c_int,
    category: *const c_char,
    format: *const c_char,
    words: *const c_char,
) {
    let [name, category, format, words] =
        [name, category, format, words].map(|it| unsafe { CStr::from_ptr(it) }.to_str().unwrap());
    assert_eq!((name, format), ("it", "%s"));
    SAID.lock().unwrap().push(format!("{category}: {words}"));
}

type Component = *mut c_void;

struct Unit<'l> {
    library: &'l Library,
    instance: Component,
}

impl<'l> Unit<'l> {
    fn new(library: &'l Library, guid: &str) -> Option<Self> {
        type Make = unsafe extern "C" fn(
            *const c_char,
            c_int,
            *const c_char,
            *const c_char,
            *const Callbacks,
            c_int,
            c_int,
        ) -> Component;
        let make: Make = library.function("fmi2Instantiate");
        let null = ptr::null::<c_void>();
        let callbacks = Callbacks([listen as *const c_void, null, null, null, null]);
        let texts =
            ["it", guid, &format!("file://{}/resources", library.folder.display())].map(|it| CString::new(it).unwrap());
        let [name, guid, address] = [0, 1, 2].map(|k: usize| texts[k].as_ptr());
        let instance = unsafe { make(name, 1, guid, address, &callbacks, 0, 1) };
        (!instance.is_null()).then_some(Self { library, instance })
    }

    fn call(&self, name: &str) -> c_int {
        let call: unsafe extern "C" fn(Component) -> c_int = self.library.function(name);
        unsafe { call(self.instance) }
    }

    fn setup(&self, t: f64) -> c_int {
        let setup: unsafe extern "C" fn(Component, c_int, f64, f64, c_int, f64) -> c_int =
            self.library.function("fmi2SetupExperiment");
        unsafe { setup(self.instance, 0, 0.0, t, 0, 0.0) }
    }

    fn set(&self, name: &str, value: f64) -> c_int {
        let set: unsafe extern "C" fn(Component, *const u32, usize, *const f64) -> c_int =
            self.library.function("fmi2SetReal");
        unsafe { set(self.instance, &self.library.reference(name), 1, &value) }
    }

    fn get(&self, name: &str) -> f64 {
        let get: unsafe extern "C" fn(Component, *const u32, usize, *mut f64) -> c_int =
            self.library.function("fmi2GetReal");
        let mut value = f64::NAN;
        assert_eq!(unsafe { get(self.instance, &self.library.reference(name), 1, &mut value) }, 0);
        value
    }

    fn step(&self, t: f64, h: f64) -> c_int {
        let step: unsafe extern "C" fn(Component, f64, f64, c_int) -> c_int = self.library.function("fmi2DoStep");
        unsafe { step(self.instance, t, h, 1) }
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        let free: unsafe extern "C" fn(Component) = self.library.function("fmi2FreeInstance");
        unsafe { free(self.instance) }
    }
}

#[test]
fn agreement_both_versions_give_the_same_bits() {
    let (model, start) = drawer(0.1, 0.0).unwrap();
    let library = Library::of(&drawer_unit(&model, start).fmi2(), "two");
    let missing: Vec<&str> =
        NAMES.split_whitespace().filter(|name| library.symbol(&format!("fmi2{name}")).is_null()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(
        library.folder.join("binaries/linux64/drawer.so").is_file()
            || !cfg!(all(target_os = "linux", target_arch = "x86_64"))
    );
    let guid = library.description.split("guid=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(Unit::new(&library, "{0}").is_none());
    assert!(SAID.lock().unwrap().iter().any(|words| words.starts_with("logStatusError") && words.contains("{0}")));

    let unit = Unit::new(&library, &guid).unwrap();
    // Without its beginning it does not begin.
    assert_eq!(unit.call("fmi2EnterInitializationMode"), 3);
    assert_eq!(
        [unit.set("speed", 0.08), unit.setup(0.0), unit.call("fmi2EnterInitializationMode"), unit.set("ahead", 0.01)],
        [0; 4]
    );
    assert_eq!(unit.call("fmi2ExitInitializationMode"), 0);
    let other = library.instantiate(&guid, false).unwrap();
    other.set("speed", 0.08).unwrap();
    other.start(0.0).unwrap();
    other.set("ahead", 0.01).unwrap();
    let names = ["drawer.x", "drawer.vx", "friction.front.load", "friction.front.force"];
    let mut changes = 0;
    for k in 0..300 {
        let t = k as f64 * STEP;
        let before = unit.get("drawer.vx") == 0.0;
        assert_eq!(unit.step(t, STEP), 0);
        other.step(t, STEP).unwrap();
        changes += u32::from(before != (unit.get("drawer.vx") == 0.0));
        for name in names {
            assert_eq!(unit.get(name).to_bits(), other.get(name).unwrap().to_bits(), "{name} at {t}");
        }
    }
    assert!(changes >= 4, "moot: {changes} changes");
    assert!(SAID.lock().unwrap().iter().any(|words| words.starts_with("logEvents")));

    // The time that was reached; and what there is nothing to say of.
    let status: unsafe extern "C" fn(Component, c_int, *mut f64) -> c_int = library.function("fmi2GetRealStatus");
    let mut time = f64::NAN;
    assert_eq!((unsafe { status(unit.instance, 2, &mut time) }, unsafe { status(unit.instance, 0, &mut 0.0) }), (0, 2));
    assert_eq!(time, other.get("time").unwrap());
    assert_eq!(unit.call("fmi2CancelStep"), 3);
    // A step from elsewhere is refused, in words, and does nothing.
    assert_eq!(unit.step(7.0, STEP), 3);
    assert!(SAID.lock().unwrap().last().unwrap().contains("7"));
    // Kept, stepped, given back, stepped.
    let keep: unsafe extern "C" fn(Component, *mut *mut c_void) -> c_int = library.function("fmi2GetFMUstate");
    let give: unsafe extern "C" fn(Component, *mut c_void) -> c_int = library.function("fmi2SetFMUstate");
    let free: unsafe extern "C" fn(Component, *mut *mut c_void) -> c_int = library.function("fmi2FreeFMUstate");
    let mut kept = ptr::null_mut();
    assert_eq!(unsafe { keep(unit.instance, &mut kept) }, 0);
    let far = |unit: &Unit<'_>| {
        assert_eq!(unit.step(time, 0.5), 0);
        unit.get("drawer.x").to_bits()
    };
    let first = far(&unit);
    assert_eq!(unsafe { give(unit.instance, kept) }, 0);
    assert_eq!(far(&unit), first);
    assert_eq!(unsafe { free(unit.instance, &mut kept) }, 0);
    assert!(kept.is_null());
    assert_eq!(mem::size_of::<Callbacks>(), 5 * mem::size_of::<usize>());
}
