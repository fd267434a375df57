/// The shares in the order of the weights.
pub fn split(amount: i64, weights: &[i64]) -> Result<Vec<i64>, String> {
    let total: i64 = weights.iter().sum();
    if total == 0 || weights.iter().any(|&weight| weight < 0) {
        return Err("the weights must not be negative, and not all 0".to_string());
    }
    if amount < 0 {
        return split(-amount, weights).map(|shares| shares.iter().map(|share| -share).collect());
    }
    let mut shares: Vec<i64> = weights.iter().map(|weight| amount * weight / total).collect();
    let left = amount - shares.iter().sum::<i64>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&i| -(amount * weights[i] % total));
    for &i in order.iter().take(left as usize) {
        shares[i] += 1;
    }
    Ok(shares)
}
