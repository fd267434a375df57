import contextlib
import io
import os
import tempfile
import unittest

from todo.cli import main


class ProgramTest(unittest.TestCase):
    """Runs the program in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = os.path.join(folder.name, "items.json")
        before = os.environ.get("TODO_FILE")
        os.environ["TODO_FILE"] = self.file
        self.addCleanup(lambda: os.environ.pop("TODO_FILE") if before is None else os.environ.update(TODO_FILE=before))

    def run_todo(self, *arguments):
        """The exit code, what was printed, and what was printed as an error."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(list(arguments))
            except SystemExit as end:
                code = end.code
        return code, out.getvalue(), err.getvalue()

    def todo(self, *arguments):
        """What was printed by a run that went well."""
        code, out, err = self.run_todo(*arguments)
        self.assertEqual((code, err), (0, ""))
        return out

    def written(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
