import random
import unittest

from ledger import Entry, monthly, read_entries, totals
from ledger.errors import LedgerError


def cents(amount):
    return read_entries(f"2024-01-05;A;{amount}")[0].cents


class AmountsTest(unittest.TestCase):
    def test_every_cent_counts(self):
        for value in range(0, 300_000, 61):
            self.assertEqual(cents(f"{value // 100}.{value % 100:02}"), value)
            self.assertEqual(cents(f"-{value // 100}.{value % 100:02}"), -value)

    def test_parentheses_are_withdrawals(self):
        self.assertEqual([cents("(12.50)"), cents("( 3 )"), cents("(1,000.00)")], [-1250, -300, -100000])

    def test_thousands(self):
        self.assertEqual([cents("1,250.00"), cents("1 250.00"), cents("12,345,678.90")], [125000, 125000, 1234567890])

    def test_fractions(self):
        self.assertEqual([cents("5"), cents("5.5"), cents(".5"), cents("+2.00")], [500, 550, 50, 200])

    def test_what_is_no_amount(self):
        for text in ("", "x", "1.234", "1.", "--1", "(-1)", "(1", "1)", "()", "1e3", "nan", "inf", "1,25", "1_0", "1.2.3", "12,34.00"):
            with self.subTest(text), self.assertRaises(LedgerError):
                cents(text)


class LinesTest(unittest.TestCase):
    def test_quotes(self):
        entries = read_entries('2024-01-05;"Food; drink";-1;"say ""milk""; bread"')
        self.assertEqual(entries, [Entry("2024-01-05", "Food; drink", -100, 'say "milk"; bread')])

    def test_spaces_around_fields(self):
        self.assertEqual(read_entries(' 2024-01-05 ; Food ; -1 ; "a b" '), [Entry("2024-01-05", "Food", -100, "a b")])

    def test_empty_notes(self):
        self.assertEqual(read_entries('2024-01-05;A;1;\n2024-01-05;A;1;""'), [Entry("2024-01-05", "A", 100)] * 2)

    def test_other_dates(self):
        dates = [entry.date for entry in read_entries("3.1.2024;A;1\n03.01.2024;A;1\n31.12.1999;A;1")]
        self.assertEqual(dates, ["2024-01-03", "2024-01-03", "1999-12-31"])

    def test_what_is_no_date(self):
        for text in ("", "2024", "2024-13-01", "2024-02-30", "30.2.2024", "1/2/2024", "24-01-05", "2024-1", "x", "3.1.24"):
            with self.subTest(text), self.assertRaises(LedgerError):
                read_entries(f"{text};A;1")

    def test_errors_name_their_line(self):
        good = "# head\n\n2024-01-05;A;1\n"
        for bad in (
            "2024-01-05;A", "2024-01-05;A;1;n;5", "2024-01-05;A;x", "someday;A;1", "2024-01-05; ;1", '2024-01-05;"A;1', '2024-01-05;"A"b;1',
        ):
            with self.subTest(bad):
                with self.assertRaises(LedgerError) as caught:
                    read_entries(good + bad + "\n2024-01-05;A;1")
                self.assertEqual(caught.exception.line, 4)
                self.assertTrue(str(caught.exception).startswith("line 4: "), str(caught.exception))


class ReportsTest(unittest.TestCase):
    def test_accounts_whatever_their_case(self):
        entries = read_entries("2024-01-05;Groceries;-1\n2024-01-06; groceries ;-2\n2024-02-06;GROCERIES;-4")
        self.assertEqual(totals(entries), {"Groceries": -700})
        self.assertEqual(monthly(entries), {"2024-01": {"Groceries": -300}, "2024-02": {"Groceries": -400}})

    def test_months_come_in_order(self):
        entries = read_entries("2.3.2024;A;1\n2024-01-01;A;1\n1.12.2023;A;1")
        self.assertEqual(list(monthly(entries)), ["2023-12", "2024-01", "2024-03"])

    def test_nothing(self):
        self.assertEqual((read_entries("# only\n\n"), totals([]), monthly([])), ([], {}, {}))

    def test_months_add_up_to_the_totals(self):
        randomness = random.Random(13)
        lines = [
            f"{randomness.randint(1, 28)}.{randomness.randint(1, 12)}.2024;{randomness.choice(['a', 'A', 'b'])};{randomness.randint(-9999, 9999) / 100:.2f}"
            for _ in range(300)
        ]
        entries = read_entries("\n".join(lines))
        sums = {}
        for group in monthly(entries).values():
            for account, amount in group.items():
                sums[account.lower()] = sums.get(account.lower(), 0) + amount
        self.assertEqual(sums, {account.lower(): amount for account, amount in totals(entries).items()})


if __name__ == "__main__":
    unittest.main()
