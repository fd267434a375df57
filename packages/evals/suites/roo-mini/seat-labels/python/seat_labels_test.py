import random
import unittest

from seat_labels import label, seat


class SeatLabelsTest(unittest.TestCase):
    def test_seats_of_the_first_row(self):
        self.assertEqual([label(0, 10), label(3, 10), label(9, 10)], ["A1", "A4", "A10"])

    def test_the_next_row_begins_again(self):
        self.assertEqual([label(10, 10), label(25, 10), label(259, 10)], ["B1", "C6", "Z10"])

    def test_rows_after_z_have_two_letters(self):
        self.assertEqual([label(26, 1), label(51, 1), label(52, 1), label(701, 1)], ["AA1", "AZ1", "BA1", "ZZ1"])

    def test_rows_after_zz_have_three(self):
        self.assertEqual([label(702, 1), label(18277, 1), label(18278, 1)], ["AAA1", "ZZZ1", "AAAA1"])

    def test_labels_back_to_seats(self):
        self.assertEqual([seat("A1", 10), seat("C6", 10), seat("AA1", 10), seat("ZZ5", 7)], [0, 25, 260, 4911])

    def test_what_is_not_a_label(self):
        for text in ("", "A", "7", "a1", "A0", "A01", "1A", "A-1", "A 1", "A1 ", "A1B", "A1\n", "Ä1", "A\u0661"):
            with self.subTest(text), self.assertRaises(ValueError):
                seat(text, 10)

    def test_a_seat_that_the_row_does_not_have(self):
        self.assertEqual(seat("B4", 4), 7)
        with self.assertRaises(ValueError):
            seat("B5", 4)

    def test_widths_and_seats_that_cannot_be(self):
        for call in (lambda: label(0, 0), lambda: label(-1, 5), lambda: seat("A1", 0), lambda: seat("A1", -3)):
            with self.assertRaises(ValueError):
                call()

    def test_there_and_back(self):
        randomness = random.Random(2)
        for _ in range(1000):
            width, number = randomness.randint(1, 60), randomness.randint(0, 2_000_000)
            self.assertEqual(seat(label(number, width), width), number)

    def test_no_two_seats_share_a_label(self):
        labels = [label(number, 3) for number in range(5000)]
        self.assertEqual(len(set(labels)), 5000)


if __name__ == "__main__":
    unittest.main()
