import csv
import io
import json
import os

from tests.program import ProgramTest


class DueDatesTest(ProgramTest):
    def test_a_date_is_shown(self):
        self.todo("add", "pay", "rent", "--due", "2024-05-01")
        self.assertEqual(self.todo("list"), "[ ] 1 pay rent (due 2024-05-01)\n")

    def test_dates_come_first_and_in_order(self):
        for text, due in (("a", None), ("b", "2024-06-01"), ("c", None), ("d", "2023-12-31"), ("e", "2024-06-01")):
            self.todo("add", text, *(["--due", due] if due else []))
        ids = [line.split()[2] for line in self.todo("list").splitlines()]
        self.assertEqual(ids, ["4", "2", "5", "1", "3"])

    def test_before_a_date(self):
        self.todo("add", "a")
        self.todo("add", "b", "--due", "2024-06-01")
        self.todo("add", "c", "--due", "2024-05-31")
        self.assertEqual(self.todo("list", "--due-before", "2024-06-01"), "[ ] 3 c (due 2024-05-31)\n")

    def test_what_is_no_date(self):
        for due in ("tomorrow", "2024-13-01", "2024-02-30", "1.5.2024", "2024-5-1", "20240501", ""):
            self.assertEqual(self.run_todo("add", "a", "--due", due)[0], 2, due)
            self.assertEqual(self.run_todo("list", "--due-before", due)[0], 2, due)
        self.assertFalse(os.path.exists(self.file))

    def test_the_file_stays_as_it_was_without_dates(self):
        self.write('[{"id": 3, "text": "old", "done": true}]')
        self.todo("add", "new")
        old = {"id": 3, "text": "old", "done": True}
        self.assertEqual(self.written(), json.dumps([old, {"id": 4, "text": "new", "done": False}], indent=2) + "\n")

    def test_dates_are_kept(self):
        self.todo("add", "a", "--due", "2024-05-01")
        self.todo("add", "b")
        self.todo("done", "2")
        self.assertEqual(self.todo("list"), "[ ] 1 a (due 2024-05-01)\n")

    def test_text_that_is_none(self):
        for words in ([""], ["  "], ["", " "]):
            code, out, err = self.run_todo("add", *words)
            self.assertEqual((code, out, err.startswith("todo: ")), (1, "", True))


class DoneTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for text in "abcd":
            self.todo("add", text)

    def test_several_at_once(self):
        self.todo("done", "1", "3", "3")
        self.assertEqual(self.todo("list"), "[ ] 2 b\n[ ] 4 d\n")

    def test_all_or_none(self):
        self.assertEqual(self.run_todo("done", "1", "9", "8"), (1, "", "todo: there is no item 9\n"))
        self.assertEqual(len(self.todo("list").splitlines()), 4)

    def test_showing_all(self):
        self.todo("done", "2")
        self.todo("add", "e", "--due", "2024-05-01")
        shown = self.todo("list", "--all").splitlines()
        self.assertEqual(shown, ["[ ] 5 e (due 2024-05-01)", "[ ] 1 a", "[x] 2 b", "[ ] 3 c", "[ ] 4 d"])

    def test_a_number_is_needed(self):
        self.assertEqual(self.run_todo("done")[0], 2)
        self.assertEqual(self.run_todo("done", "x")[0], 2)


class ExportTest(ProgramTest):
    def test_everything_by_number(self):
        self.todo("add", "a")
        self.todo("add", "b", "--due", "2024-05-01")
        self.todo("done", "1")
        self.assertEqual(self.todo("export"), "id,text,due,done\n1,a,,yes\n2,b,2024-05-01,no\n")

    def test_nothing(self):
        self.assertEqual(self.todo("export"), "id,text,due,done\n")

    def test_texts_that_need_quotes(self):
        texts = ["a,b", 'say "hi"', "two\nlines", "plain"]
        for text in texts:
            self.todo("add", text)
        out = self.todo("export")
        self.assertEqual([row["text"] for row in csv.DictReader(io.StringIO(out))], texts)
        self.assertTrue(out.startswith('id,text,due,done\n1,"a,b",,no\n2,"say ""hi""",,no\n'))

    def test_to_a_file(self):
        self.todo("add", "a")
        target = os.path.join(self.folder, "out.csv")
        self.assertEqual(self.todo("export", "--output", target), "")
        with open(target, encoding="utf-8", newline="") as file:
            self.assertEqual(file.read(), "id,text,due,done\n1,a,,no\n")

    def test_a_file_that_is_there(self):
        target = os.path.join(self.folder, "out.csv")
        with open(target, "w", encoding="utf-8") as file:
            file.write("mine")
        code, out, err = self.run_todo("export", "--output", target)
        self.assertEqual((code, out, err.startswith("todo: ")), (1, "", True))
        with open(target, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")
        self.todo("export", "--output", target, "--force")
        with open(target, encoding="utf-8") as file:
            self.assertEqual(file.read(), "id,text,due,done\n")
