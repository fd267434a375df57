/// The shares in the order of the weights.
pub fn split(amount: i64, weights: &[i64]) -> Result<Vec<i64>, String> {
    todo!("{amount} {weights:?}")
}
