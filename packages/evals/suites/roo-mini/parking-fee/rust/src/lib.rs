/// The fee in cents for a stay of so many minutes. A negative time is an error.
pub fn fee(minutes: i64) -> Result<i64, String> {
    todo!("{minutes}")
}
