import random
import unittest

from version_picker import pick

ALL = [f"{a}.{b}.{c}" for a in range(4) for b in range(4) for c in range(4)]


class VersionPickerTest(unittest.TestCase):
    def expect(self, want, range_text, versions=ALL):
        self.assertEqual(pick(range_text, versions), want, range_text)

    def test_numbers_are_compared_as_numbers(self):
        self.expect("1.10.0", "1", ["1.9.9", "1.10.0", "1.2.30"])

    def test_none_is_allowed(self):
        self.expect(None, "9")
        self.expect(None, "*", [])

    def test_versions_and_their_beginnings(self):
        for text, want in (("1.2.3", "1.2.3"), ("=1.2", "1.2.3"), ("1", "1.3.3"), ("*", "3.3.3"), ("x", "3.3.3")):
            self.expect(want, text)

    def test_placeholders(self):
        for text, want in (("1.x", "1.3.3"), ("1.2.*", "1.2.3"), ("1.x.*", "1.3.3"), ("*.x", "3.3.3"), ("<=1.x", "1.3.3")):
            self.expect(want, text)

    def test_above_and_below(self):
        self.expect("1.1.3", "<1.2")
        self.expect("1.2.3", "<=1.2")
        self.expect("1.2.1", "<=1.2.1")
        self.expect("0.3.3", "<1")
        self.expect(None, ">3")
        self.expect(None, ">1.2 <1.3")
        self.expect("1.3.0", ">1.2 <1.3.1")
        self.expect("1.2.0", ">=1.2 <1.2.1")

    def test_tilde(self):
        self.expect("1.2.3", "~1.2.1")
        self.expect("1.2.3", "~1.2")
        self.expect("1.3.3", "~1")
        self.expect(None, "~1.2.2 <1.2.2")

    def test_caret(self):
        for text, want in (
            ("^1.2.3", "1.3.3"), ("^0.2.1", "0.2.3"), ("^0.0.2", "0.0.2"), ("^0.0.0", "0.0.0"),
            ("^0.0", "0.0.3"), ("^0", "0.3.3"), ("^0.x", "0.3.3"), ("^1.x", "1.3.3"), ("^0.1", "0.1.3"),
        ):
            self.expect(want, text)

    def test_alternatives(self):
        self.expect("2.0.0", "1.2.3||  =2.0.0 || ~0.1 ")
        self.expect("0.1.3", "7 || ~0.1")

    def test_what_is_no_range(self):
        for text in (
            "", " ", "||", "1||", "1 || || 2", "a", "1.a", "01", "1.02", "1.2.3.4", "1.", ".1", "1..2", "-1", "+1", "> 1",
            "=>1", ">x", "^*", "~x", "1.x.2", "*.1", "1.2.3-4", "v1", "1,2", "1|2", "<>1", "1\t2", "==1", "1234567890",
        ):
            with self.subTest(text), self.assertRaises(ValueError):
                pick(text, ["1.2.3"])

    def test_what_is_no_version(self):
        for text in ("", "1", "1.2", "1.2.x", "01.2.3", "1.2.3 ", "1.2.3.4", "v1.2.3", "1.-2.3", "1.2.1234567890"):
            with self.subTest(text), self.assertRaises(ValueError):
                pick("9", ["1.2.3", text])

    def test_half_open_intervals(self):
        randomness = random.Random(10)
        for _ in range(300):
            low, high = sorted(randomness.sample(ALL, 2))
            inside = [version for version in ALL if low <= version < high]
            self.expect(inside[-1], f">={low} <{high}", randomness.sample(ALL, len(ALL)))

    def test_a_version_satisfies_what_is_built_from_it(self):
        for version in ALL:
            for sign in ("", "=", ">=", "<=", "~", "^"):
                self.expect(version, sign + version, [version])
            self.expect(None, f"<{version} || >{version}", [version])


if __name__ == "__main__":
    unittest.main()
