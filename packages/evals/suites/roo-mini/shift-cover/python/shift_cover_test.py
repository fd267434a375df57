import random
import unittest

from shift_cover import busiest, gaps

DAY = 1440


def counts(shifts):
    """How many are there in each minute, counted the slow way."""
    day = [0] * DAY
    for start, end in shifts:
        minute = start
        while True:
            day[minute % DAY] += 1
            minute += 1
            if minute % DAY == end % DAY:
                break
    return day


class ShiftCoverTest(unittest.TestCase):
    def test_without_shifts_the_whole_day_is_a_gap(self):
        self.assertEqual(gaps([]), [(0, DAY)])
        self.assertEqual(busiest([]), (0, 0))

    def test_a_shift_leaves_gaps_on_both_sides(self):
        self.assertEqual(gaps([(480, 960)]), [(0, 480), (960, DAY)])
        self.assertEqual(busiest([(480, 960)]), (1, 480))

    def test_a_whole_day_leaves_none(self):
        self.assertEqual(gaps([(0, DAY)]), [])
        self.assertEqual(gaps([(600, 1200), (1200, 600)]), [])

    def test_shifts_that_touch_leave_no_gap_and_do_not_overlap(self):
        shifts = [(600, 700), (500, 600)]
        self.assertEqual(gaps(shifts), [(0, 500), (700, DAY)])
        self.assertEqual(busiest(shifts), (1, 500))

    def test_past_midnight(self):
        self.assertEqual(gaps([(1320, 360)]), [(360, 1320)])
        self.assertEqual(busiest([(1320, 360), (300, 400)]), (2, 300))
        self.assertEqual(busiest([(1320, 360)]), (1, 0))

    def test_an_end_at_midnight(self):
        self.assertEqual(gaps([(1200, 0)]), [(0, 1200)])
        self.assertEqual(gaps([(1200, DAY)]), [(0, 1200)])
        self.assertEqual(busiest([(1200, 0)]), (1, 1200))

    def test_one_within_another(self):
        shifts = [(100, 900), (200, 300), (250, 260)]
        self.assertEqual(gaps(shifts), [(0, 100), (900, DAY)])
        self.assertEqual(busiest(shifts), (3, 250))

    def test_the_first_of_two_busy_times(self):
        self.assertEqual(busiest([(600, 660), (600, 660), (60, 120), (90, 180)]), (2, 90))

    def test_what_is_no_shift(self):
        for shift in ((5, 5), (0, 0), (-1, 5), (DAY, 5), (5, -1), (5, DAY + 1)):
            with self.subTest(shift), self.assertRaises(ValueError):
                gaps([(1, 2), shift])
            with self.subTest(shift), self.assertRaises(ValueError):
                busiest([(1, 2), shift])

    def test_as_counted_minute_by_minute(self):
        randomness = random.Random(5)
        for _ in range(60):
            shifts = []
            while len(shifts) < randomness.randint(1, 8):
                start, end = randomness.randint(0, DAY - 1), randomness.randint(0, DAY)
                if start != end and (start, end) != (0, DAY):
                    shifts.append((start, end))
            day = counts(shifts)
            self.assertEqual(busiest(shifts), (max(day), day.index(max(day))))
            free = {minute for start, end in gaps(shifts) for minute in range(start, end)}
            self.assertEqual(free, {minute for minute, count in enumerate(day) if count == 0})
            ends = [end for _, end in gaps(shifts)]
            self.assertFalse(set(ends) & {start for start, _ in gaps(shifts)})


if __name__ == "__main__":
    unittest.main()
