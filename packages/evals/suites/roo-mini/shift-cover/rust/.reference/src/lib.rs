const DAY: i32 = 1440;

/// Where nobody is there. Stretches are (start, end).
pub fn gaps(shifts: &[(i32, i32)]) -> Result<Vec<(i32, i32)>, String> {
    let mut pieces = pieces(shifts)?;
    pieces.sort_unstable();
    let mut found = Vec::new();
    let mut free_since = 0;
    for (start, end) in pieces {
        if start > free_since {
            found.push((free_since, start));
        }
        free_since = free_since.max(end);
    }
    if free_since < DAY {
        found.push((free_since, DAY));
    }
    Ok(found)
}

/// How many shifts overlap at most, and since which minute.
pub fn busiest(shifts: &[(i32, i32)]) -> Result<(usize, i32), String> {
    let pieces = pieces(shifts)?;
    let mut best = (0, 0);
    for minute in 0..DAY {
        let count = pieces.iter().filter(|&&(start, end)| start <= minute && minute < end).count();
        if count > best.0 {
            best = (count, minute);
        }
    }
    Ok(best)
}

/// The shifts as stretches that do not go past midnight.
fn pieces(shifts: &[(i32, i32)]) -> Result<Vec<(i32, i32)>, String> {
    let mut found = Vec::new();
    for &(start, end) in shifts {
        if !(0..DAY).contains(&start) || !(0..=DAY).contains(&end) || start == end {
            return Err(format!("{start} to {end} is no shift"));
        }
        if start < end {
            found.push((start, end));
        } else {
            found.push((start, DAY));
            found.push((0, end));
        }
    }
    found.retain(|&(start, end)| start < end);
    Ok(found)
}
