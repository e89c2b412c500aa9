//! x
#[path="/tmp/one.rs"] mod one;
#[path="/tmp/two.rs"] mod two;
fn main() {  two::an_impact_does_not_depend_on_the_order_of_feet_or_on_rounding(); println!("two ok"); }
