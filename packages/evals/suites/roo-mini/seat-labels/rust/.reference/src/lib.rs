/// The label of a seat.
pub fn label(seat: i64, width: i64) -> Result<String, String> {
    check_width(width)?;
    if seat < 0 {
        return Err("there is no seat below 0".to_string());
    }
    let mut letters = Vec::new();
    let mut row = seat / width + 1;
    while row > 0 {
        letters.push(b'A' + ((row - 1) % 26) as u8);
        row = (row - 1) / 26;
    }
    let letters: String = letters.into_iter().rev().map(char::from).collect();
    Ok(format!("{}{}", letters, seat % width + 1))
}

/// The number of the seat with a label.
pub fn seat(label: &str, width: i64) -> Result<i64, String> {
    check_width(width)?;
    let digits = label.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = &label[..label.len() - digits.len()];
    let is_number = !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    if letters.is_empty() || !is_number {
        return Err(format!("{label:?} is no label"));
    }
    match digits.parse::<i64>() {
        Ok(place) if place <= width => {
            let row = letters.bytes().fold(0, |row, letter| row * 26 + i64::from(letter - b'A') + 1);
            Ok((row - 1) * width + place - 1)
        }
        _ => Err(format!("no row has the seat of {label:?}")),
    }
}

fn check_width(width: i64) -> Result<(), String> {
    if width < 1 {
        return Err("a row has at least one seat".to_string());
    }
    Ok(())
}
