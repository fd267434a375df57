use std::collections::BTreeSet;

/// The numbers as a short text.
pub fn compact(numbers: &[i32]) -> String {
    let mut runs: Vec<Vec<i32>> = Vec::new();
    for number in numbers.iter().copied().collect::<BTreeSet<_>>() {
        match runs.last_mut() {
            Some(run) if run[run.len() - 1] == number - 1 => run.push(number),
            _ => runs.push(vec![number]),
        }
    }
    runs.iter().map(|run| short(run)).collect::<Vec<_>>().join(",")
}

fn short(run: &[i32]) -> String {
    match run {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(i32::to_string).collect::<Vec<_>>().join(","),
    }
}

/// The numbers that a text stands for.
pub fn expand(text: &str) -> Result<Vec<i32>, String> {
    let mut numbers = BTreeSet::new();
    if text.trim_matches(' ').is_empty() {
        return Ok(Vec::new());
    }
    for part in text.split(',') {
        let part = part.trim_matches(' ');
        // The first character may be a sign.
        let dash = part.char_indices().skip(1).find(|&(_, c)| c == '-').map(|(at, _)| at);
        let (first, last) = match dash {
            Some(at) => (number(&part[..at])?, number(&part[at + 1..])?),
            None => (number(part)?, number(part)?),
        };
        if last < first {
            return Err(format!("{part:?} descends"));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers.into_iter().collect())
}

fn number(text: &str) -> Result<i32, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("{text:?} is no number"));
    }
    text.parse().map_err(|_| format!("{text:?} is too large"))
}
