use fair_split::split;

#[test]
fn equal_weights() {
    assert_eq!(split(900, &[1, 1, 1]), Ok(vec![300, 300, 300]));
}

#[test]
fn what_is_left_goes_to_the_first_among_equals() {
    assert_eq!(split(1000, &[1, 1, 1]), Ok(vec![334, 333, 333]));
    assert_eq!(split(1001, &[5, 5, 5]), Ok(vec![334, 334, 333]));
}

#[test]
fn what_is_left_goes_to_who_lost_most() {
    assert_eq!(split(100, &[1, 1, 4]), Ok(vec![17, 17, 66]));
    assert_eq!(split(101, &[50, 30, 20]), Ok(vec![51, 30, 20]));
    assert_eq!(split(10, &[3, 3, 1]), Ok(vec![4, 4, 2]));
}

#[test]
fn a_weight_of_nothing_gets_nothing() {
    assert_eq!(split(7, &[0, 2, 0, 1]), Ok(vec![0, 5, 0, 2]));
}

#[test]
fn fewer_cents_than_people() {
    assert_eq!(split(2, &[1, 1, 1]), Ok(vec![1, 1, 0]));
    assert_eq!(split(0, &[3, 4]), Ok(vec![0, 0]));
}

#[test]
fn a_refund_mirrors_the_payment() {
    assert_eq!(split(-1000, &[1, 1, 1]), Ok(vec![-334, -333, -333]));
    assert_eq!(split(-10, &[3, 3, 1]), Ok(vec![-4, -4, -2]));
}

#[test]
fn large_amounts() {
    assert_eq!(split(1_000_000_000, &[1_000_000, 999_999]), Ok(vec![500000250, 499999750]));
    assert_eq!(split(999_999_999, &[1_000_000, 1_000_000]), Ok(vec![500000000, 499999999]));
}

#[test]
fn what_cannot_be_split() {
    let lists: [&[i64]; 5] = [&[], &[0], &[0, 0], &[1, -1], &[5, -1, 3]];
    for weights in lists {
        assert!(split(100, weights).is_err(), "{weights:?}");
    }
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 = (self.0 * 1_103_515_245 + 12_345) % 2_147_483_648;
        (self.0 / 65_536 % limit) as i64
    }
}

#[test]
fn nothing_is_lost_and_nobody_is_off_by_a_cent() {
    let mut random = Random(6);
    for _ in 0..400 {
        let amount = random.below(20_001) - 10_000;
        let mut weights = vec![1];
        for _ in 0..random.below(12) {
            weights.push(random.below(51));
        }
        let total: i64 = weights.iter().sum();
        let shares = split(amount, &weights).unwrap();
        assert_eq!(shares.iter().sum::<i64>(), amount);
        for (share, weight) in shares.iter().zip(&weights) {
            assert!((share * total - amount * weight).abs() < total, "{weights:?} {shares:?}");
        }
    }
}

#[test]
fn more_weight_never_gets_less() {
    let mut random = Random(7);
    for _ in 0..400 {
        let weights: Vec<i64> = (0..8).map(|_| 1 + random.below(9)).collect();
        let shares = split(random.below(501), &weights).unwrap();
        for (light, less) in weights.iter().zip(&shares) {
            for (heavy, more) in weights.iter().zip(&shares) {
                assert!(light >= heavy || less <= more, "{weights:?} {shares:?}");
            }
        }
    }
}
