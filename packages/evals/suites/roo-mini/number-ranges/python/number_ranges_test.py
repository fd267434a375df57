import random
import unittest

from number_ranges import compact, expand


class NumberRangesTest(unittest.TestCase):
    def test_numbers_that_follow_one_another_become_a_range(self):
        self.assertEqual(compact([1, 2, 3, 4, 7, 9, 10]), "1-4,7,9,10")

    def test_order_and_repetition_do_not_matter(self):
        self.assertEqual(compact([3, 1, 2, 3, 1]), "1-3")

    def test_nothing_is_an_empty_text(self):
        self.assertEqual(compact([]), "")
        self.assertEqual(expand(""), [])
        self.assertEqual(expand("   "), [])

    def test_negative_numbers(self):
        self.assertEqual(compact([-1, -3, -2, 5]), "-3--1,5")
        self.assertEqual(compact([-1, 0, 1]), "-1-1")
        self.assertEqual(expand("-3--1,5"), [-3, -2, -1, 5])

    def test_expanding(self):
        self.assertEqual(expand("1-4,7,9,10"), [1, 2, 3, 4, 7, 9, 10])

    def test_parts_in_any_order_that_overlap(self):
        self.assertEqual(expand("8,2-5,4-6,5-5"), [2, 3, 4, 5, 6, 8])

    def test_spaces_around_parts(self):
        self.assertEqual(expand(" 1-2 , 4 "), [1, 2, 4])

    def test_what_is_no_list_of_ranges(self):
        for text in ("a", "1,,2", ",", "1,", "4-1", "-1--3", "+1", "1-", "-", "1 - 2", "1 2", "1-2-3", "1.5", "\u0661"):
            with self.subTest(text), self.assertRaises(ValueError):
                expand(text)

    def test_there_and_back(self):
        randomness = random.Random(3)
        for _ in range(300):
            numbers = [randomness.randint(-20, 20) for _ in range(randomness.randint(0, 30))]
            self.assertEqual(expand(compact(numbers)), sorted(set(numbers)))

    def test_no_shorter_text_is_missed(self):
        randomness = random.Random(4)
        for _ in range(300):
            numbers = sorted({randomness.randint(0, 40) for _ in range(25)})
            neighbours = sum(n + 1 in numbers and n - 1 in numbers for n in numbers)
            written = compact(numbers).replace("-", ",").split(",")
            self.assertEqual(len(written), len(numbers) - neighbours)


if __name__ == "__main__":
    unittest.main()
