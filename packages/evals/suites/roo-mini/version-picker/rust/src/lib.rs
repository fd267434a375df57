/// The highest version in the list that the range allows.
pub fn pick(range: &str, versions: &[&str]) -> Result<Option<String>, String> {
    todo!("{range} {versions:?}")
}
