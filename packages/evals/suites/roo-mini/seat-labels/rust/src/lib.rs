/// The label of a seat.
pub fn label(seat: i64, width: i64) -> Result<String, String> {
    todo!("{seat} {width}")
}

/// The number of the seat with a label.
pub fn seat(label: &str, width: i64) -> Result<i64, String> {
    todo!("{label} {width}")
}
