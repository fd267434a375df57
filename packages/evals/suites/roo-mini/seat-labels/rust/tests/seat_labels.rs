use seat_labels::{label, seat};
use std::collections::HashSet;

fn expect_labels(width: i64, cases: &[(i64, &str)]) {
    for &(number, want) in cases {
        assert_eq!(label(number, width), Ok(want.to_string()), "seat {number}");
    }
}

#[test]
fn seats_of_the_first_row() {
    expect_labels(10, &[(0, "A1"), (3, "A4"), (9, "A10")]);
}

#[test]
fn the_next_row_begins_again() {
    expect_labels(10, &[(10, "B1"), (25, "C6"), (259, "Z10")]);
}

#[test]
fn rows_after_z_have_two_letters() {
    expect_labels(1, &[(26, "AA1"), (51, "AZ1"), (52, "BA1"), (701, "ZZ1")]);
}

#[test]
fn rows_after_zz_have_three() {
    expect_labels(1, &[(702, "AAA1"), (18277, "ZZZ1"), (18278, "AAAA1")]);
}

#[test]
fn labels_back_to_seats() {
    assert_eq!(seat("A1", 10), Ok(0));
    assert_eq!(seat("C6", 10), Ok(25));
    assert_eq!(seat("AA1", 10), Ok(260));
    assert_eq!(seat("ZZ5", 7), Ok(4911));
}

#[test]
fn what_is_not_a_label() {
    let texts = [
        "", "A", "7", "a1", "A0", "A01", "1A", "A-1", "A 1", "A1 ", "A1B", "A1\n", "Ä1", "A\u{661}",
    ];
    for text in texts {
        assert!(seat(text, 10).is_err(), "{text:?}");
    }
}

#[test]
fn a_seat_that_the_row_does_not_have() {
    assert_eq!(seat("B4", 4), Ok(7));
    assert!(seat("B5", 4).is_err());
}

#[test]
fn widths_and_seats_that_cannot_be() {
    assert!(label(0, 0).is_err());
    assert!(label(-1, 5).is_err());
    assert!(seat("A1", 0).is_err());
    assert!(seat("A1", -3).is_err());
}

#[test]
fn there_and_back() {
    for number in (0..2_000_000).step_by(1999) {
        let width = number % 59 + 1;
        assert_eq!(seat(&label(number, width).unwrap(), width), Ok(number));
    }
}

#[test]
fn no_two_seats_share_a_label() {
    let labels: HashSet<String> = (0..5000).map(|number| label(number, 3).unwrap()).collect();
    assert_eq!(labels.len(), 5000);
}
