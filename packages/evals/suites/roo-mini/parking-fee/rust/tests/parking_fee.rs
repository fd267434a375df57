use parking_fee::fee;

const DAY: i64 = 24 * 60;

fn expect(want: i64, stays: &[i64]) {
    for &minutes in stays {
        assert_eq!(fee(minutes), Ok(want), "{minutes} minutes");
    }
}

#[test]
fn a_short_stay_is_free() {
    expect(0, &[0, 1, 15]);
}

#[test]
fn the_first_hour_is_charged_whole() {
    expect(250, &[16, 59, 60]);
}

#[test]
fn an_hour_counts_as_soon_as_it_has_begun() {
    expect(500, &[61, 120]);
    expect(750, &[121]);
}

#[test]
fn the_day_has_a_limit() {
    expect(1750, &[7 * 60]);
    expect(1800, &[7 * 60 + 1, 12 * 60, DAY]);
}

#[test]
fn the_next_day_is_charged_on_top() {
    expect(2050, &[DAY + 1]);
    expect(2300, &[DAY + 61]);
    expect(3600, &[2 * DAY]);
}

#[test]
fn nothing_of_a_later_day_is_free() {
    expect(2050, &[DAY + 15]);
    expect(5650, &[3 * DAY + 1]);
}

#[test]
fn a_negative_time_is_an_error() {
    assert!(fee(-1).is_err());
    assert!(fee(-DAY).is_err());
}

#[test]
fn staying_longer_never_costs_less() {
    for minutes in 1..4 * DAY {
        assert!(fee(minutes).unwrap() >= fee(minutes - 1).unwrap(), "{minutes} minutes");
    }
}

#[test]
fn a_whole_day_more_costs_a_day_more() {
    for minutes in (16..20 * DAY).step_by(37) {
        assert_eq!(fee(minutes + DAY).unwrap(), fee(minutes).unwrap() + 1800);
    }
}
