//! Files that were changed: values of a document, or bytes of its text.

use crate::dice::Dice;
use crate::hostile::number;
use serde_json::Value;

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// The value with this number, in the order in which they are written.
fn pick(value: &mut Value, mut which: usize) -> Option<&mut Value> {
    if which == 0 {
        return Some(value);
    }
    which -= 1;
    let within: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(fields) => fields.iter_mut().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    };
    for inner in within {
        let n = count(inner);
        if which < n {
            return pick(inner, which);
        }
        which -= n;
    }
    None
}

const TEXTS: [&str; 10] = ["", "Stick", "Holding", "Forward", "Released", "Undecided", "Open", "Given", "x", "rod"];

/// Changes one value somewhere.
pub fn value(dice: &mut Dice, document: &mut Value) {
    let which = dice.below(count(document));
    let Some(place) = pick(document, which) else { return };
    match place {
        Value::Number(it) if it.is_u64() && dice.chance(70.0) => {
            *place = dice.pick(&[0_u64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, u64::from(u32::MAX)]).into();
        }
        // What JSON has no word for is written as nothing.
        Value::Number(_) => *place = number(dice).into(),
        Value::Array(list) => match dice.below(4) {
            0 => drop(list.pop()),
            1 => list.clear(),
            2 => list.extend(list.last().cloned()),
            _ => list.reverse(),
        },
        Value::Object(fields) => {
            let Some(name) = fields.keys().nth(dice.below(fields.len())).cloned() else { return };
            match dice.below(5) {
                0 | 1 => drop(fields.remove(&name)),
                2 => fields[&name] = Value::Null,
                3 => fields[&name] = 1.0.into(),
                _ => fields[&name] = Value::Array(Vec::new()),
            }
        }
        Value::String(text) => *text = dice.pick(&TEXTS).into(),
        Value::Null => *place = 1.0.into(),
        Value::Bool(truth) => *truth = !*truth,
    }
}

/// Changes one to three bytes, or cuts the text off.
pub fn bytes(dice: &mut Dice, text: String) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(3) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at.max(1)),
            _ => bytes[at] = dice.pick(b"0123456789.-eE,[]{}\""),
        }
    }
    bytes
}
