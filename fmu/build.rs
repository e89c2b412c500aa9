//! The library in a unit needs no names of its own functions: without them it is a third as large. (What is said here is said to the library of a package that depends on this one, too.)

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let interface = std::env::var_os("CARGO_FEATURE_INTERFACE").is_some();
    if interface && std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,--strip-all");
    }
}
