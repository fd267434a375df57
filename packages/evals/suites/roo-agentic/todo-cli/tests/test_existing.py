from tests.program import ProgramTest


class ExistingTest(ProgramTest):
    def test_adding_and_listing(self):
        self.assertEqual(self.todo("list"), "")
        self.assertEqual(self.todo("add", "buy", "milk"), "1\n")
        self.assertEqual(self.todo("add", "sleep"), "2\n")
        self.assertEqual(self.todo("list"), "[ ] 1 buy milk\n[ ] 2 sleep\n")

    def test_done(self):
        self.todo("add", "a")
        self.todo("add", "b")
        self.todo("done", "1")
        self.assertEqual(self.todo("list"), "[ ] 2 b\n")
        self.assertEqual(self.run_todo("done", "7"), (1, "", "todo: there is no item 7\n"))

    def test_the_file(self):
        self.todo("add", "a")
        self.assertEqual(self.written(), '[\n  {\n    "id": 1,\n    "text": "a",\n    "done": false\n  }\n]\n')
        self.write("nonsense")
        code, out, err = self.run_todo("list")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("is not a list of items", err)
