use number_ranges::{compact, expand};
use std::collections::BTreeSet;

#[test]
fn numbers_that_follow_one_another_become_a_range() {
    assert_eq!(compact(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9,10");
}

#[test]
fn order_and_repetition_do_not_matter() {
    assert_eq!(compact(&[3, 1, 2, 3, 1]), "1-3");
}

#[test]
fn nothing_is_an_empty_text() {
    assert_eq!(compact(&[]), "");
    assert_eq!(expand(""), Ok(vec![]));
    assert_eq!(expand("   "), Ok(vec![]));
}

#[test]
fn negative_numbers() {
    assert_eq!(compact(&[-1, -3, -2, 5]), "-3--1,5");
    assert_eq!(compact(&[-1, 0, 1]), "-1-1");
    assert_eq!(expand("-3--1,5"), Ok(vec![-3, -2, -1, 5]));
}

#[test]
fn expanding() {
    assert_eq!(expand("1-4,7,9,10"), Ok(vec![1, 2, 3, 4, 7, 9, 10]));
}

#[test]
fn parts_in_any_order_that_overlap() {
    assert_eq!(expand("8,2-5,4-6,5-5"), Ok(vec![2, 3, 4, 5, 6, 8]));
}

#[test]
fn spaces_around_parts() {
    assert_eq!(expand(" 1-2 , 4 "), Ok(vec![1, 2, 4]));
}

#[test]
fn what_is_no_list_of_ranges() {
    let texts = [
        "a", "1,,2", ",", "1,", "4-1", "-1--3", "+1", "1-", "-", "1 - 2", "1 2", "1-2-3", "1.5", "\u{661}",
    ];
    for text in texts {
        assert!(expand(text).is_err(), "{text:?}");
    }
}

/// Numbers that look random and are the same each time.
fn some_numbers(seed: u64, count: u64, span: u64) -> Vec<i32> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
            (state / 65_536 % span) as i32 - (span / 2) as i32
        })
        .collect()
}

#[test]
fn there_and_back() {
    for seed in 0..300 {
        let numbers = some_numbers(seed, seed % 31, 41);
        let want: BTreeSet<i32> = numbers.iter().copied().collect();
        assert_eq!(expand(&compact(&numbers)), Ok(want.into_iter().collect()));
    }
}

#[test]
fn no_shorter_text_is_missed() {
    for seed in 0..300 {
        let numbers: BTreeSet<i32> = some_numbers(seed, 25, 41).iter().map(|number| number + 100).collect();
        let is_needed = |number: &&i32| !numbers.contains(&(*number - 1)) || !numbers.contains(&(*number + 1));
        let want = numbers.iter().filter(is_needed).count();
        let list: Vec<i32> = numbers.iter().copied().collect();
        assert_eq!(compact(&list).split(|c| c == '-' || c == ',').count(), want);
    }
}
