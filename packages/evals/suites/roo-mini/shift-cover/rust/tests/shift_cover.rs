use shift_cover::{busiest, gaps};

const DAY: i32 = 1440;

#[test]
fn without_shifts_the_whole_day_is_a_gap() {
    assert_eq!(gaps(&[]), Ok(vec![(0, DAY)]));
    assert_eq!(busiest(&[]), Ok((0, 0)));
}

#[test]
fn a_shift_leaves_gaps_on_both_sides() {
    assert_eq!(gaps(&[(480, 960)]), Ok(vec![(0, 480), (960, DAY)]));
    assert_eq!(busiest(&[(480, 960)]), Ok((1, 480)));
}

#[test]
fn a_whole_day_leaves_none() {
    assert_eq!(gaps(&[(0, DAY)]), Ok(vec![]));
    assert_eq!(gaps(&[(600, 1200), (1200, 600)]), Ok(vec![]));
}

#[test]
fn shifts_that_touch_leave_no_gap_and_do_not_overlap() {
    let shifts = [(600, 700), (500, 600)];
    assert_eq!(gaps(&shifts), Ok(vec![(0, 500), (700, DAY)]));
    assert_eq!(busiest(&shifts), Ok((1, 500)));
}

#[test]
fn past_midnight() {
    assert_eq!(gaps(&[(1320, 360)]), Ok(vec![(360, 1320)]));
    assert_eq!(busiest(&[(1320, 360), (300, 400)]), Ok((2, 300)));
    assert_eq!(busiest(&[(1320, 360)]), Ok((1, 0)));
}

#[test]
fn an_end_at_midnight() {
    assert_eq!(gaps(&[(1200, 0)]), Ok(vec![(0, 1200)]));
    assert_eq!(gaps(&[(1200, DAY)]), Ok(vec![(0, 1200)]));
    assert_eq!(busiest(&[(1200, 0)]), Ok((1, 1200)));
}

#[test]
fn one_within_another() {
    let shifts = [(100, 900), (200, 300), (250, 260)];
    assert_eq!(gaps(&shifts), Ok(vec![(0, 100), (900, DAY)]));
    assert_eq!(busiest(&shifts), Ok((3, 250)));
}

#[test]
fn the_first_of_two_busy_times() {
    assert_eq!(busiest(&[(600, 660), (600, 660), (60, 120), (90, 180)]), Ok((2, 90)));
}

#[test]
fn what_is_no_shift() {
    for shift in [(5, 5), (0, 0), (-1, 5), (DAY, 5), (5, -1), (5, DAY + 1)] {
        assert!(gaps(&[(1, 2), shift]).is_err(), "{shift:?}");
        assert!(busiest(&[(1, 2), shift]).is_err(), "{shift:?}");
    }
}

#[test]
fn as_counted_minute_by_minute() {
    let mut state: u64 = 5;
    let mut random = |below: u64| {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        (state / 65_536 % below) as i32
    };
    for _ in 0..60 {
        let mut shifts = Vec::new();
        let mut counts = vec![0; DAY as usize];
        for _ in 0..=random(8) {
            let (start, end) = (random(1440), random(1441));
            if start == end || end - start == DAY {
                continue;
            }
            shifts.push((start, end));
            let mut minute = start;
            loop {
                counts[(minute % DAY) as usize] += 1;
                minute += 1;
                if minute % DAY == end % DAY {
                    break;
                }
            }
        }
        let mut most = (0, 0);
        let mut free: Vec<(i32, i32)> = Vec::new();
        for (minute, &count) in (0..).zip(&counts) {
            if count > most.0 {
                most = (count, minute);
            }
            match free.last_mut() {
                Some(last) if count == 0 && last.1 == minute => last.1 += 1,
                _ if count == 0 => free.push((minute, minute + 1)),
                _ => {}
            }
        }
        assert_eq!(busiest(&shifts), Ok(most));
        assert_eq!(gaps(&shifts), Ok(free));
    }
}
