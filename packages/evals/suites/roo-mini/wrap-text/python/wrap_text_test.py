import random
import unittest

from wrap_text import wrap


class WrapTextTest(unittest.TestCase):
    def test_nothing(self):
        self.assertEqual(wrap("", 10), [])
        self.assertEqual(wrap(" \n\t\n ", 10), [])

    def test_what_fits_is_one_line(self):
        self.assertEqual(wrap("one two", 7), ["one two"])

    def test_as_many_words_as_fit(self):
        self.assertEqual(wrap("the quick brown fox jumps", 10), ["the quick", "brown fox", "jumps"])

    def test_any_space_separates_words(self):
        self.assertEqual(wrap("  a\tb \n c  ", 10), ["a b c"])

    def test_a_long_word_is_cut(self):
        self.assertEqual(wrap("an extraordinary day", 6), ["an", "extrao", "rdinar", "y day"])
        self.assertEqual(wrap("abcdef", 3), ["abc", "def"])

    def test_paragraphs(self):
        self.assertEqual(wrap("a\nb\n\n \t\n\nc\n\n", 9), ["a b", "", "c"])

    def test_items(self):
        text = "To do:\n- buy bread and milk\n- sleep"
        self.assertEqual(wrap(text, 12), ["To do:", "- buy bread", "  and milk", "- sleep"])

    def test_a_line_after_an_item_goes_on_with_it(self):
        self.assertEqual(wrap("- one\ntwo\n- three", 20), ["- one two", "- three"])

    def test_an_item_ends_with_its_paragraph(self):
        self.assertEqual(wrap("- one\n\ntwo", 20), ["- one", "", "two"])

    def test_long_words_in_items(self):
        self.assertEqual(wrap("- abcdefg h", 5), ["- abc", "  def", "  g h"])

    def test_dashes_elsewhere_are_words(self):
        self.assertEqual(wrap("a - b -c\n-d\n - e", 30), ["a - b -c -d - e"])

    def test_items_without_words(self):
        self.assertEqual(wrap("- \n-  \n- x", 10), ["- x"])

    def test_widths_that_cannot_be(self):
        for width in (2, 0, -5):
            with self.assertRaises(ValueError):
                wrap("a", width)

    def test_no_line_too_long_and_no_letter_lost(self):
        randomness = random.Random(8)
        for _ in range(200):
            words = ["x" * randomness.randint(1, 14) for _ in range(randomness.randint(1, 40))]
            text = "".join(word + randomness.choice([" ", "  ", "\n", "\t"]) for word in words)
            width = randomness.randint(3, 20)
            lines = wrap(text, width)
            self.assertTrue(all(0 < len(line) <= width and line == line.strip() for line in lines))
            self.assertEqual("".join(lines).replace(" ", ""), "".join(words))
            for line, following in zip(lines, lines[1:]):
                first = following.split(" ")[0]
                self.assertTrue(len(line) + 1 + len(first) > width or len(first) == width)


if __name__ == "__main__":
    unittest.main()
