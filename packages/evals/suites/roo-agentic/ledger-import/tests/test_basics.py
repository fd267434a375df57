import unittest

from ledger import Entry, monthly, read_entries, totals


class BasicsTest(unittest.TestCase):
    def test_reading(self):
        entries = read_entries('# bank\n2024-01-05;Rent;-800\n\n2024-01-06;Food;-12.50;"weekend"\n')
        self.assertEqual(
            entries,
            [Entry("2024-01-05", "Rent", -80000), Entry("2024-01-06", "Food", -1250, "weekend")],
        )

    def test_totals(self):
        entries = read_entries("2024-01-05;Food;-8\n2024-02-05;Food;-2\n2024-02-05;Pay;100")
        self.assertEqual(totals(entries), {"Food": -1000, "Pay": 10000})

    def test_months(self):
        entries = read_entries("2024-01-05;Food;-8\n2024-02-05;Food;-2")
        self.assertEqual(monthly(entries), {"2024-01": {"Food": -800}, "2024-02": {"Food": -200}})


if __name__ == "__main__":
    unittest.main()
