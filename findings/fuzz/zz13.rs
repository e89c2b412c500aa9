//! x
#[path="/tmp/one.rs"] mod one;
#[path="/tmp/two.rs"] mod two;
fn main() { one::a_pause_at_a_stop_changes_nothing(); println!("one ok"); one::what_has_come_past_its_zero_stands(); println!("one b ok"); two::an_impact_does_not_depend_on_the_order_of_feet_or_on_rounding(); println!("two ok"); }
