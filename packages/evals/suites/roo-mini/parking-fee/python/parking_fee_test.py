import random
import unittest

from parking_fee import fee

DAY = 24 * 60


class ParkingFeeTest(unittest.TestCase):
    def test_a_short_stay_is_free(self):
        self.assertEqual([fee(0), fee(1), fee(15)], [0, 0, 0])

    def test_the_first_hour_is_charged_whole(self):
        self.assertEqual([fee(16), fee(59), fee(60)], [250, 250, 250])

    def test_an_hour_counts_as_soon_as_it_has_begun(self):
        self.assertEqual([fee(61), fee(120), fee(121)], [500, 500, 750])

    def test_the_day_has_a_limit(self):
        self.assertEqual([fee(7 * 60), fee(7 * 60 + 1), fee(12 * 60), fee(DAY)], [1750, 1800, 1800, 1800])

    def test_the_next_day_is_charged_on_top(self):
        self.assertEqual([fee(DAY + 1), fee(DAY + 61), fee(2 * DAY)], [2050, 2300, 3600])

    def test_nothing_of_a_later_day_is_free(self):
        self.assertEqual([fee(DAY + 15), fee(3 * DAY + 1)], [2050, 5650])

    def test_a_negative_time_is_an_error(self):
        for minutes in (-1, -DAY):
            with self.assertRaises(ValueError):
                fee(minutes)

    def test_staying_longer_never_costs_less(self):
        fees = [fee(minutes) for minutes in range(4 * DAY)]
        self.assertEqual(fees, sorted(fees))

    def test_a_whole_day_more_costs_a_day_more(self):
        randomness = random.Random(1)
        for _ in range(500):
            minutes = randomness.randint(16, 100 * DAY)
            self.assertEqual(fee(minutes + DAY), fee(minutes) + 1800)


if __name__ == "__main__":
    unittest.main()
