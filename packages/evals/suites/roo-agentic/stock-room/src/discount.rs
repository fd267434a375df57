/// What is taken off the price in cents: a tenth from ten pieces on, a fifth from fifty on.
pub fn discount(count: u32, price: u64) -> u64 {
    let full = u64::from(count) * price;
    match count {
        0..=9 => 0,
        10..=49 => full / 10,
        _ => full / 5,
    }
}
