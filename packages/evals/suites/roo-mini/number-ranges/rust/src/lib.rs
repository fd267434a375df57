/// The numbers as a short text.
pub fn compact(numbers: &[i32]) -> String {
    todo!("{numbers:?}")
}

/// The numbers that a text stands for.
pub fn expand(text: &str) -> Result<Vec<i32>, String> {
    todo!("{text}")
}
