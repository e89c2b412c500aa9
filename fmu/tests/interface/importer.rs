//! A small importing program: it unpacks a unit, loads its library, and calls the functions by their names.

use chetaev_fmu::Fmu;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::sync::Mutex;
use std::{fs, mem, ptr};

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

type Instance = *mut c_void;
type Log = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);

pub struct Library {
    handle: *mut c_void,
    pub folder: PathBuf,
    pub description: String,
}

/// The members of an archive whose members are stored: what `Zip` writes.
fn members(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let number = |at: usize, n: usize| bytes[at..at + n].iter().rev().fold(0_usize, |x, b| x << 8 | usize::from(*b));
    let (mut at, mut found) = (0, BTreeMap::new());
    while number(at, 4) == 0x0403_4b50 {
        let (size, name) = (number(at + 18, 4), number(at + 26, 2));
        let data = at + 30 + name + number(at + 28, 2);
        found.insert(
            String::from_utf8(bytes[at + 30..at + 30 + name].to_vec()).unwrap(),
            bytes[data..data + size].to_vec(),
        );
        at = data + size;
    }
    found
}

impl Library {
    /// Writes a unit, unpacks it, and loads its library.
    pub fn of(unit: &Fmu, name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("chetaev-fmu-{}-{name}", std::process::id()));
        let file = folder.join("unit.fmu");
        unit.write(&file).unwrap();
        let mut library = PathBuf::new();
        let all = members(&fs::read(&file).unwrap());
        for (name, data) in &all {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, data).unwrap();
            if name.starts_with("binaries/") {
                library = path;
            }
        }
        let description = String::from_utf8(all["modelDescription.xml"].clone()).unwrap();
        let path = CString::new(library.to_str().unwrap()).unwrap();
        const RTLD_NOW: c_int = 2;
        let handle = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
        assert!(!handle.is_null(), "{}", unsafe { CStr::from_ptr(dlerror()) }.to_string_lossy());
        Self { handle, folder, description }
    }

    pub fn symbol(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).unwrap();
        unsafe { dlsym(self.handle, name.as_ptr()) }
    }

    /// A function by its name, as this type of function.
    pub fn function<F: Copy>(&self, name: &str) -> F {
        let symbol = self.symbol(name);
        assert!(!symbol.is_null() && mem::size_of::<F>() == mem::size_of::<*mut c_void>(), "{name}");
        unsafe { mem::transmute_copy(&symbol) }
    }

    pub fn version(&self) -> String {
        let version: unsafe extern "C" fn() -> *const c_char = self.function("fmi3GetVersion");
        unsafe { CStr::from_ptr(version()) }.to_str().unwrap().to_owned()
    }

    pub fn token(&self) -> String {
        self.description.split("instantiationToken=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    pub fn reference(&self, name: &str) -> u32 {
        let line = self.description.lines().find(|line| line.contains(&format!(" name=\"{name}\" valueReference")));
        line.unwrap().split("valueReference=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    }

    /// An instance, or none.
    pub fn instantiate(&self, token: &str, early: bool) -> Result<Unit<'_>, String> {
        type Make = unsafe extern "C" fn(
            *const c_char,
            *const c_char,
            *const c_char,
            bool,
            bool,
            bool,
            bool,
            *const u32,
            usize,
            *mut c_void,
            Option<Log>,
            *const c_void,
        ) -> Instance;
        let make: Make = self.function("fmi3InstantiateCoSimulation");
        let said = Box::new(Mutex::new(Vec::new()));
        let texts = ["it", token, &format!("{}/resources/", self.folder.display())].map(|it| CString::new(it).unwrap());
        let instance = unsafe {
            make(
                texts[0].as_ptr(),
                texts[1].as_ptr(),
                texts[2].as_ptr(),
                false,
                true,
                false,
                early,
                ptr::null(),
                0,
                ptr::from_ref::<Said>(&said).cast_mut().cast(),
                Some(listen),
                ptr::null(),
            )
        };
        if instance.is_null() { Err(last(&said)) } else { Ok(Unit { library: self, instance, said }) }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

type Said = Mutex<Vec<String>>;

unsafe extern "C" fn listen(environment: *mut c_void, _status: c_int, category: *const c_char, words: *const c_char) {
    let said = unsafe { &*environment.cast::<Said>() };
    let [category, words] = [category, words].map(|it| unsafe { CStr::from_ptr(it) }.to_str().unwrap().to_owned());
    said.lock().unwrap().push(format!("{category}: {words}"));
}

fn last(said: &Said) -> String {
    said.lock().unwrap().last().cloned().unwrap_or_default()
}

pub struct Unit<'l> {
    library: &'l Library,
    pub instance: Instance,
    said: Box<Said>,
}

/// What a call with status 0 gave; of any other the last words of the logger.
pub type Outcome<T> = Result<T, String>;

impl Unit<'_> {
    pub fn outcome<T>(&self, status: c_int, value: T) -> Outcome<T> {
        match status {
            0 => Ok(value),
            3 => Err(last(&self.said)),
            other => panic!("status {other}"),
        }
    }

    pub fn said(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }

    /// A call that takes the instance alone.
    pub fn call(&self, name: &str) -> Outcome<()> {
        let call: unsafe extern "C" fn(Instance) -> c_int = self.library.function(name);
        self.outcome(unsafe { call(self.instance) }, ())
    }

    /// Initialized, with the tolerance of the unit.
    pub fn start(&self, t: f64) -> Outcome<()> {
        self.enter(t)?;
        self.call("fmi3ExitInitializationMode")
    }

    pub fn enter(&self, t: f64) -> Outcome<()> {
        let enter: unsafe extern "C" fn(Instance, bool, f64, f64, bool, f64) -> c_int =
            self.library.function("fmi3EnterInitializationMode");
        self.outcome(unsafe { enter(self.instance, false, 0.0, t, false, 0.0) }, ())
    }

    pub fn get(&self, name: &str) -> Outcome<f64> {
        self.get_at(self.library.reference(name))
    }

    pub fn get_at(&self, reference: u32) -> Outcome<f64> {
        let get: unsafe extern "C" fn(Instance, *const u32, usize, *mut f64, usize) -> c_int =
            self.library.function("fmi3GetFloat64");
        let mut value = f64::NAN;
        let status = unsafe { get(self.instance, &reference, 1, &mut value, 1) };
        self.outcome(status, value)
    }

    pub fn set(&self, name: &str, value: f64) -> Outcome<()> {
        let set: unsafe extern "C" fn(Instance, *const u32, usize, *const f64, usize) -> c_int =
            self.library.function("fmi3SetFloat64");
        self.outcome(unsafe { set(self.instance, &self.library.reference(name), 1, &value, 1) }, ())
    }

    /// Where the step ended, and whether early.
    pub fn step(&self, t: f64, h: f64) -> Outcome<(f64, bool)> {
        type Step = unsafe extern "C" fn(Instance, f64, f64, bool, *mut bool, *mut bool, *mut bool, *mut f64) -> c_int;
        let step: Step = self.library.function("fmi3DoStep");
        let (mut event, mut end, mut early, mut reached) = (true, true, true, f64::NAN);
        let status = unsafe { step(self.instance, t, h, true, &mut event, &mut end, &mut early, &mut reached) };
        assert!(!event && !end);
        self.outcome(status, (reached, early))
    }

    pub fn slope(&self, of: &str, by: &str, seed: f64) -> Outcome<f64> {
        type Slope = unsafe extern "C" fn(
            Instance,
            *const u32,
            usize,
            *const u32,
            usize,
            *const f64,
            usize,
            *mut f64,
            usize,
        ) -> c_int;
        let slope: Slope = self.library.function("fmi3GetDirectionalDerivative");
        let [of, by] = [of, by].map(|name| self.library.reference(name));
        let mut found = f64::NAN;
        let status = unsafe { slope(self.instance, &of, 1, &by, 1, &seed, 1, &mut found, 1) };
        self.outcome(status, found)
    }

    pub fn keep(&self) -> Outcome<*mut c_void> {
        let keep: unsafe extern "C" fn(Instance, *mut *mut c_void) -> c_int = self.library.function("fmi3GetFMUState");
        let mut kept = ptr::null_mut();
        let status = unsafe { keep(self.instance, &mut kept) };
        self.outcome(status, kept)
    }

    pub fn give_back(&self, kept: *mut c_void) -> Outcome<()> {
        let give: unsafe extern "C" fn(Instance, *mut c_void) -> c_int = self.library.function("fmi3SetFMUState");
        self.outcome(unsafe { give(self.instance, kept) }, ())
    }

    pub fn free(&self, mut kept: *mut c_void) -> Outcome<()> {
        let free: unsafe extern "C" fn(Instance, *mut *mut c_void) -> c_int = self.library.function("fmi3FreeFMUState");
        let status = unsafe { free(self.instance, &mut kept) };
        assert!(kept.is_null());
        self.outcome(status, ())
    }

    pub fn bytes(&self, kept: *mut c_void, room: Option<usize>) -> Outcome<Vec<u8>> {
        let size: unsafe extern "C" fn(Instance, *mut c_void, *mut usize) -> c_int =
            self.library.function("fmi3SerializedFMUStateSize");
        let write: unsafe extern "C" fn(Instance, *mut c_void, *mut u8, usize) -> c_int =
            self.library.function("fmi3SerializeFMUState");
        let mut length = 0;
        let status = unsafe { size(self.instance, kept, &mut length) };
        self.outcome(status, ())?;
        let mut bytes = vec![0_u8; room.unwrap_or(length)];
        let status = unsafe { write(self.instance, kept, bytes.as_mut_ptr(), bytes.len()) };
        self.outcome(status, bytes)
    }

    pub fn of_bytes(&self, bytes: &[u8]) -> Outcome<*mut c_void> {
        let read: unsafe extern "C" fn(Instance, *const u8, usize, *mut *mut c_void) -> c_int =
            self.library.function("fmi3DeserializeFMUState");
        let mut kept = ptr::null_mut();
        let status = unsafe { read(self.instance, bytes.as_ptr(), bytes.len(), &mut kept) };
        self.outcome(status, kept)
    }

    /// A getter or setter of another type, of so many variables.
    pub fn of_other_type(&self, name: &str, count: usize) -> Outcome<()> {
        let call: unsafe extern "C" fn(Instance, *const u32, usize, *mut c_void, usize) -> c_int =
            self.library.function(name);
        self.outcome(unsafe { call(self.instance, [1, 2].as_ptr(), count, ptr::null_mut(), count) }, ())
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        let free: unsafe extern "C" fn(Instance) = self.library.function("fmi3FreeInstance");
        unsafe { free(self.instance) }
    }
}
