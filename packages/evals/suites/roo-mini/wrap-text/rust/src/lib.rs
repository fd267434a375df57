/// The text as a list of lines. A width below 3 is an error.
pub fn wrap(text: &str, width: usize) -> Result<Vec<String>, String> {
    todo!("{text} {width}")
}
