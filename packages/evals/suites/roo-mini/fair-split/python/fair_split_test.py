import random
import unittest
from fractions import Fraction

from fair_split import split


class FairSplitTest(unittest.TestCase):
    def test_equal_weights(self):
        self.assertEqual(split(900, [1, 1, 1]), [300, 300, 300])

    def test_what_is_left_goes_to_the_first_among_equals(self):
        self.assertEqual(split(1000, [1, 1, 1]), [334, 333, 333])
        self.assertEqual(split(1001, [5, 5, 5]), [334, 334, 333])

    def test_what_is_left_goes_to_who_lost_most(self):
        self.assertEqual(split(100, [1, 1, 4]), [17, 17, 66])
        self.assertEqual(split(101, [50, 30, 20]), [51, 30, 20])
        self.assertEqual(split(10, [3, 3, 1]), [4, 4, 2])

    def test_a_weight_of_nothing_gets_nothing(self):
        self.assertEqual(split(7, [0, 2, 0, 1]), [0, 5, 0, 2])

    def test_fewer_cents_than_people(self):
        self.assertEqual(split(2, [1, 1, 1]), [1, 1, 0])
        self.assertEqual(split(0, [3, 4]), [0, 0])

    def test_a_refund_mirrors_the_payment(self):
        self.assertEqual(split(-1000, [1, 1, 1]), [-334, -333, -333])
        self.assertEqual(split(-10, [3, 3, 1]), [-4, -4, -2])

    def test_large_amounts(self):
        self.assertEqual(split(1_000_000_000, [1_000_000, 999_999]), [500000250, 499999750])
        self.assertEqual(split(999_999_999, [1_000_000] * 2), [500000000, 499999999])

    def test_what_cannot_be_split(self):
        for weights in ([], [0], [0, 0], [1, -1], [5, -1, 3]):
            with self.subTest(weights), self.assertRaises(ValueError):
                split(100, weights)

    def test_nothing_is_lost_and_nobody_is_off_by_a_cent(self):
        randomness = random.Random(6)
        for _ in range(400):
            amount = randomness.randint(-100_000, 100_000)
            weights = [randomness.randint(0, 50) for _ in range(randomness.randint(1, 12))] + [1]
            shares = split(amount, weights)
            self.assertEqual(sum(shares), amount)
            for share, weight in zip(shares, weights):
                self.assertLess(abs(share - Fraction(amount * weight, sum(weights))), 1)

    def test_more_weight_never_gets_less(self):
        randomness = random.Random(7)
        for _ in range(400):
            weights = [randomness.randint(1, 9) for _ in range(8)]
            by_weight = sorted(zip(weights, split(randomness.randint(0, 500), weights)))
            for (light, less), (heavy, more) in zip(by_weight, by_weight[1:]):
                self.assertTrue(light == heavy or less <= more)


if __name__ == "__main__":
    unittest.main()
