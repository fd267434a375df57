import random
import unittest

from mini_sheet import evaluate


class MiniSheetTest(unittest.TestCase):
    def formula(self, text, **cells):
        return evaluate({"Z99": text, **cells})["Z99"]

    def test_numbers_and_texts(self):
        cells = {"A1": "7", "A2": "-007", "A3": "-0", "B1": "seven", "B2": "", "B3": "+1", "B4": " 1", "B5": "1.5"}
        want = {**cells, "A2": "-7", "A3": "0"}
        self.assertEqual(evaluate(cells), want)

    def test_arithmetic(self):
        for text, want in (
            ("=1+2*3", "7"), ("=(1+2)*3", "9"), ("=10-4-3", "3"), ("=24/4/2", "3"), ("=2*-3", "-6"), ("=--5", "5"),
            ("=-2*-(1+1)", "4"), ("= 1 +  2 ", "3"), ("=7/2", "3"), ("=-7/2", "-3"), ("=7/-2", "-3"), ("=007", "7"), ("=0-0", "0"),
        ):
            self.assertEqual(self.formula(text), want, text)

    def test_cells(self):
        self.assertEqual(self.formula("=A1+B2*A1", A1="5", B2="=A1-3"), "15")
        self.assertEqual(self.formula("=A1+1"), "1")
        self.assertEqual(evaluate({"A1": "=B1", "B1": "=C1", "C1": "3"}), {"A1": "3", "B1": "3", "C1": "3"})

    def test_functions(self):
        cells = {"A1": "4", "B1": "-2", "A2": "text", "B2": "=A1*2", "C3": "100"}
        for text, want in (
            ("=SUM(A1:B2)", "10"), ("=MIN(A1:B2)", "-2"), ("=MAX(A1:B2)", "8"), ("=COUNT(A1:B3)", "3"), ("=SUM(A1:A1)", "4"),
            ("=SUM(D1:E9)", "0"), ("=MAX(D1:E9)", "0"), ("=MIN(A2:A2)", "0"), ("=COUNT(A2:A9)", "0"), ("=-SUM( A1 : B1 )*2", "-4"),
        ):
            self.assertEqual(self.formula(text, **cells), want, text)

    def test_syntax(self):
        for text in (
            "=", "= ", "=1+", "=*2", "=1 2", "=(1", "=1)", "=()", "=a1", "=A", "=A0", "=A01", "=A100", "=AA1", "=SUM", "=SUM()", "=SUM(A1)",
            "=SUM(A1:)", "=SUM(A1:B2", "=SUM(1:2)", "=sum(A1:B2)", "=FOO(A1:B2)", "=SUM(B1:A2)", "=SUM(A2:B1)", "=A1:B2", "=+1", "=1.5",
            "=1,2", "=A 1", "=1==1", "=SUM A1:B2", "=2A1", "=SUM(A1:B2:C3)",
        ):
            self.assertEqual(self.formula(text), "#SYNTAX", text)

    def test_types(self):
        self.assertEqual(self.formula("=A1+1", A1="x"), "#TYPE")
        self.assertEqual(self.formula("=-A1", A1=""), "#TYPE")

    def test_division_by_zero(self):
        self.assertEqual(self.formula("=1/0"), "#DIV")
        self.assertEqual(self.formula("=1/(A1-A1)", A1="3"), "#DIV")
        self.assertEqual(self.formula("=0/A1"), "#DIV")

    def test_errors_spread(self):
        cells = {"A1": "=1/0", "A2": "=A1+1", "A3": "=SUM(A1:A2)", "A4": "=COUNT(A2:A2)", "A5": "x", "B1": "=(", "B2": "=B1"}
        want = {**dict.fromkeys(("A1", "A2", "A3", "A4"), "#DIV"), "A5": "x", "B1": "#SYNTAX", "B2": "#SYNTAX"}
        self.assertEqual(evaluate(cells), want)

    def test_the_first_error_counts(self):
        cells = {"A1": "=1/0", "B1": "=(", "A2": "=)", "C1": "x"}
        for text, want in (
            ("=A1+B1", "#DIV"), ("=B1+A1", "#SYNTAX"), ("=C1/0", "#TYPE"), ("=1/0+C1", "#DIV"), ("=0*(C1+A1)", "#TYPE"),
            ("=SUM(A1:B2)", "#DIV"), ("=SUM(B1:C1)", "#SYNTAX"), ("=SUM(A2:B2)+A1", "#SYNTAX"), ("=1/B1", "#SYNTAX"),
        ):
            self.assertEqual(self.formula(text, **cells), want, text)

    def test_cycles(self):
        self.assertEqual(evaluate({"A1": "=A1"}), {"A1": "#CYCLE"})
        cells = {"A1": "=B1", "B1": "=C1+1", "C1": "=A1*0", "D1": "=C1", "E1": "5", "F1": "=E1"}
        want = {**dict.fromkeys(("A1", "B1", "C1", "D1"), "#CYCLE"), "E1": "5", "F1": "5"}
        self.assertEqual(evaluate(cells), want)

    def test_cycles_through_ranges_and_beside_other_errors(self):
        self.assertEqual(evaluate({"B2": "=COUNT(A1:C3)"}), {"B2": "#CYCLE"})
        self.assertEqual(evaluate({"A1": "=1/0+A2", "A2": "=A1"}), {"A1": "#CYCLE", "A2": "#CYCLE"})
        self.assertEqual(evaluate({"A1": "=1/0+A2", "A2": "=A2"}), {"A1": "#DIV", "A2": "#CYCLE"})
        self.assertEqual(evaluate({"A1": "=A2+(", "A2": "=A1"}), {"A1": "#SYNTAX", "A2": "#SYNTAX"})

    def test_long_chains(self):
        cells = {f"{column}{row}": f"={column}{row - 1}+1" for column in "AB" for row in range(2, 100)}
        cells.update(A1="1", B1="=A99+1")
        shown = evaluate(cells)
        self.assertEqual((shown["A99"], shown["B99"]), ("99", "198"))

    def test_many_ways_to_the_same_cell(self):
        cells = {f"A{row}": f"=A{row - 1}+A{row - 1}-A{row - 1}" for row in range(2, 60)}
        self.assertEqual(evaluate({**cells, "A1": "9"})["A59"], "9")

    def test_sums_agree_with_additions(self):
        randomness = random.Random(12)
        for _ in range(40):
            names = [f"{column}{row}" for row in range(1, 5) for column in "ABCD"]
            cells = {name: str(randomness.randint(-50, 50)) for name in names if randomness.random() < 0.7}
            shown = evaluate({**cells, "Y1": "=SUM(A1:D4)", "Y2": "=" + "+".join(names), "Y3": "=Y1-Y2"})
            self.assertEqual(shown["Y1"], str(sum(map(int, cells.values()))))
            self.assertEqual(shown["Y3"], "0")


if __name__ == "__main__":
    unittest.main()
