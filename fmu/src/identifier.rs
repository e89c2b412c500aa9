//! Names and tokens that the standard wants.

/// The name of a library's file: a name of C.
pub(crate) fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let plain: String = name.chars().map(letter).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') { plain } else { format!("m_{plain}") }
}

/// A token that belongs to these texts and no others, as far as 128 bits can tell: Fowler, Noll and Vo's hash, whose remainder depends on every byte.
pub(crate) fn token(texts: &[&str]) -> String {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{{{hash:032x}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_identifiers_and_tokens() {
        assert_eq!(identifier("disk & slider"), "disk___slider");
        assert_eq!(identifier("2 balls"), "m_2_balls");
        // The known hash of nothing, and then of one byte 0: the basis times the prime.
        assert_eq!(token(&[]), "{6c62272e07bb014262b821756295c58d}");
        assert_ne!(token(&["a", "b"]), token(&["ab", ""]));
    }
}
