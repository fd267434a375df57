import unittest

from two_fer import two_fer


class TwoFerTest(unittest.TestCase):
    def test_with_a_name(self):
        self.assertEqual(two_fer("Ada"), "A loaf for Ada and a loaf for me.")
        self.assertEqual(two_fer("Bo Li"), "A loaf for Bo Li and a loaf for me.")

    def test_without_a_name(self):
        self.assertEqual(two_fer(), "A loaf for a friend and a loaf for me.")
        self.assertEqual(two_fer(""), "A loaf for a friend and a loaf for me.")

    def test_with_spaces(self):
        self.assertEqual(two_fer("  "), "A loaf for a friend and a loaf for me.")
        self.assertEqual(two_fer(" Ada "), "A loaf for Ada and a loaf for me.")


if __name__ == "__main__":
    unittest.main()
