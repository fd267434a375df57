type Version = [u32; 3];

const LOWEST: Version = [0, 0, 0];
const HIGHEST: Version = [1_000_000_000, 0, 0];
const SIGNS: [&str; 7] = [">=", "<=", ">", "<", "=", "~", "^"];

/// The highest version in the list that the range allows.
pub fn pick(range: &str, versions: &[&str]) -> Result<Option<String>, String> {
    let alternatives = range.split("||").map(parse_alternative).collect::<Result<Vec<_>, _>>()?;
    let versions = versions.iter().map(|text| parse_version(text)).collect::<Result<Vec<_>, _>>()?;
    let is_allowed = |version: &Version| {
        alternatives
            .iter()
            .any(|conditions| conditions.iter().all(|(low, high)| low <= version && version < high))
    };
    let best = versions.into_iter().filter(is_allowed).max();
    Ok(best.map(|[first, second, third]| format!("{first}.{second}.{third}")))
}

fn parse_version(text: &str) -> Result<Version, String> {
    let numbers = text.split('.').map(parse_number).collect::<Result<Vec<_>, _>>()?;
    Version::try_from(numbers).map_err(|_| format!("{text:?} is no version"))
}

fn parse_alternative(text: &str) -> Result<Vec<(Version, Version)>, String> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    let conditions = words.map(parse_condition).collect::<Result<Vec<_>, _>>()?;
    if conditions.is_empty() {
        return Err("an alternative has no condition".to_string());
    }
    Ok(conditions)
}

/// The versions that are allowed, from the first up to, not including, the second.
fn parse_condition(word: &str) -> Result<(Version, Version), String> {
    let found = SIGNS.iter().find(|sign| word.starts_with(**sign)).copied().unwrap_or("");
    let numbers = parse_partial(&word[found.len()..])?;
    if numbers.is_empty() && !matches!(found, "" | "=") {
        return Err(format!("{word:?} needs a number"));
    }
    let first = filled(&numbers);
    Ok(match found {
        ">=" => (first, HIGHEST),
        ">" => (after(&numbers), HIGHEST),
        "<" => (LOWEST, first),
        "<=" => (LOWEST, after(&numbers)),
        "~" => (first, after(&numbers[..numbers.len().min(2)])),
        "^" => {
            let kept = numbers.iter().position(|&number| number > 0).map_or(numbers.len(), |at| at + 1);
            (first, after(&numbers[..kept]))
        }
        _ => (first, after(&numbers)),
    })
}

fn parse_partial(text: &str) -> Result<Vec<u32>, String> {
    let parts: Vec<&str> = text.split('.').collect();
    let is_wild = |part: &&str| *part == "x" || *part == "*";
    let given = parts.iter().position(|part| is_wild(part)).unwrap_or(parts.len());
    if parts.len() > 3 || !parts[given..].iter().all(|part| is_wild(part)) {
        return Err(format!("{text:?} is no version"));
    }
    parts[..given].iter().map(|part| parse_number(part)).collect()
}

fn parse_number(text: &str) -> Result<u32, String> {
    let is_plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    if !is_plain || (text.len() > 1 && text.starts_with('0')) {
        return Err(format!("{text:?} is no number"));
    }
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

/// The first version above all that begin with these numbers.
fn after(numbers: &[u32]) -> Version {
    if numbers.is_empty() {
        return HIGHEST;
    }
    let mut next = filled(numbers);
    next[numbers.len() - 1] += 1;
    next
}

fn filled(numbers: &[u32]) -> Version {
    let mut full = LOWEST;
    full[..numbers.len()].copy_from_slice(numbers);
    full
}
