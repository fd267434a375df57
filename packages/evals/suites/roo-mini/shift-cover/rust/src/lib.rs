/// Where nobody is there. Stretches are (start, end).
pub fn gaps(shifts: &[(i32, i32)]) -> Result<Vec<(i32, i32)>, String> {
    todo!("{shifts:?}")
}

/// How many shifts overlap at most, and since which minute.
pub fn busiest(shifts: &[(i32, i32)]) -> Result<(usize, i32), String> {
    todo!("{shifts:?}")
}
