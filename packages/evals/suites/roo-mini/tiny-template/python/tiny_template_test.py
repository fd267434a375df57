import random
import unittest

from tiny_template import TemplateError, render


class TinyTemplateTest(unittest.TestCase):
    def expect_error(self, line, template, **values):
        with self.assertRaises(TemplateError) as caught:
            render(template, values)
        self.assertTrue(str(caught.exception).startswith(f"line {line}: "), str(caught.exception))

    def test_text_without_tags_stays_as_it_is(self):
        self.assertEqual(render("a { b } c\n}} \\ d", {}), "a { b } c\n}} \\ d")

    def test_names(self):
        self.assertEqual(render("{{a}}-{{ b_2 }}-{{a}}", {"a": "x", "b_2": ""}), "x--x")

    def test_values_are_not_rendered_again(self):
        self.assertEqual(render("{{a}}", {"a": "{{b}} \\{{"}), "{{b}} \\{{")

    def test_filters(self):
        self.assertEqual(render("{{a|upper}} {{ a | lower }} {{b|trim|upper}}.", {"a": "aB", "b": "  x y "}), "AB ab X Y.")

    def test_a_text_in_place_of_nothing(self):
        self.assertEqual(render("{{a|or:no one}}{{b|or: -}}{{c|or:x|upper}}", {"a": "", "c": "y"}), "no one -Y")
        self.assertEqual(render("{{a|trim|or:empty}}", {"a": "  "}), "empty")

    def test_sections_over_lists(self):
        values = {"people": [{"name": "Ann"}, {"name": "Bo"}], "sign": "!"}
        self.assertEqual(render("{{#people}}{{name}}{{sign}} {{/people}}", values), "Ann! Bo! ")

    def test_what_is_at_hand_comes_first(self):
        values = {"name": "out", "list": [{"name": "in", "list": [{}, {"name": "deep"}]}]}
        self.assertEqual(render("{{#list}}{{#list}}{{name}} {{/list}}{{/list}}{{name}}", values), "in deep out")

    def test_sections_with_texts(self):
        template = "{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}"
        self.assertEqual([render(template, {"a": "x"}), render(template, {"a": ""}), render(template, {})], ["[x]", "none", "none"])

    def test_sections_for_nothing(self):
        self.assertEqual(render("{{^l}}empty{{/l}}{{#l}}x{{/l}}", {"l": []}), "empty")
        self.assertEqual(render("{{^l}}empty{{/l}}{{#l}}x{{/l}}", {"l": [{}, {}]}), "xx")

    def test_plain_braces(self):
        self.assertEqual(render("\\{{a}} {{a}} \\\\{{a}}", {"a": "x"}), "{{a}} x \\{{a}}")

    def test_errors_in_tags(self):
        self.expect_error(2, "a\n{{ b", b="x")
        self.expect_error(1, "{{}}")
        self.expect_error(1, "{{a b}}", a="x")
        self.expect_error(3, "\n\n{{a|louder}}", a="x")
        self.expect_error(1, "{{a|or}}", a="x")
        self.expect_error(1, "{{# }}{{/ }}")

    def test_errors_in_sections(self):
        self.expect_error(2, "x\n{{#a}}\n\n", a="x")
        self.expect_error(3, "{{#a}}\n{{#b}}\n{{/a}}{{/b}}", a="x", b="y")
        self.expect_error(2, "\n{{/a}}", a="x")

    def test_errors_with_values(self):
        self.expect_error(2, "x\n{{who}}")
        self.expect_error(1, "{{who|upper|or:x}}")
        self.expect_error(1, "{{l}}", l=[{}])
        self.expect_error(1, "{{l|or:x}}", l=[])

    def test_what_is_not_rendered_is_still_read(self):
        self.assertEqual(render("{{#no}}{{who}}{{/no}}.", {}), ".")
        self.expect_error(2, "{{#no}}\n{{who|louder}}{{/no}}")

    def test_lines_are_counted_through_tags(self):
        self.expect_error(4, "{{ a\n}}\n\n{{who}}", a="x")

    def test_texts_come_through_unchanged(self):
        randomness = random.Random(9)
        for _ in range(300):
            text = "".join(randomness.choice("ab {}|#/:\n") for _ in range(12)) + "."
            while "{{" in text:
                text = text.replace("{{", "{ {")
            value = "".join(randomness.choice("xy{}\\|\n") for _ in range(6))
            self.assertEqual(render(text + "{{v}}" + text, {"v": value}), text + value + text)


if __name__ == "__main__":
    unittest.main()
