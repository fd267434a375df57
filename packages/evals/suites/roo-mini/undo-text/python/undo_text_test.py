import random
import unittest

from undo_text import UndoText


def typed(buffer, position, text):
    for offset, character in enumerate(text):
        buffer.insert(position + offset, character)


class UndoTextTest(unittest.TestCase):
    def test_inserting_and_deleting(self):
        buffer = UndoText()
        self.assertEqual(buffer.text(), "")
        buffer.insert(0, "held")
        buffer.insert(2, "llo wor")
        buffer.delete(5, 1)
        self.assertEqual(buffer.text(), "helloworld")

    def test_undo_and_redo(self):
        buffer = UndoText()
        buffer.insert(0, "abc")
        buffer.delete(1, 1)
        self.assertEqual([buffer.undo(), buffer.text()], [True, "abc"])
        self.assertEqual([buffer.undo(), buffer.text()], [True, ""])
        self.assertEqual([buffer.undo(), buffer.text()], [False, ""])
        self.assertEqual([buffer.redo(), buffer.redo(), buffer.text()], [True, True, "ac"])
        self.assertFalse(buffer.redo())

    def test_a_new_step_makes_the_undone_forgotten(self):
        buffer = UndoText()
        buffer.insert(0, "one")
        buffer.undo()
        buffer.insert(0, "two")
        self.assertFalse(buffer.redo())
        buffer.undo()
        self.assertEqual(buffer.text(), "")

    def test_typing_is_undone_word_by_word(self):
        buffer = UndoText()
        typed(buffer, 0, "ab cd\ne")
        seen = []
        while buffer.undo():
            seen.append(buffer.text())
        self.assertEqual(seen, ["ab cd", "ab", ""])
        buffer.redo()
        buffer.redo()
        self.assertEqual(buffer.text(), "ab cd")

    def test_typing_elsewhere_is_another_step(self):
        buffer = UndoText()
        typed(buffer, 0, "ab")
        typed(buffer, 0, "x")
        buffer.undo()
        self.assertEqual(buffer.text(), "ab")
        typed(buffer, 1, "y")
        buffer.undo()
        self.assertEqual(buffer.text(), "ab")

    def test_longer_texts_never_join(self):
        buffer = UndoText()
        buffer.insert(0, "ab")
        buffer.insert(2, "c")
        buffer.insert(3, "de")
        seen = []
        while buffer.undo():
            seen.append(buffer.text())
        self.assertEqual(seen, ["abc", "ab", ""])

    def test_what_ends_a_step(self):
        for interrupt in (UndoText.redo, UndoText.save, lambda b: (b.undo(), b.redo())):
            buffer = UndoText()
            typed(buffer, 0, "a")
            interrupt(buffer)
            typed(buffer, 1, "b")
            buffer.undo()
            self.assertEqual(buffer.text(), "a")

    def test_what_does_not_end_a_step(self):
        buffer = UndoText()
        typed(buffer, 0, "a")
        buffer.insert(0, "")
        buffer.delete(1, 0)
        buffer.is_changed()
        with self.assertRaises(ValueError):
            buffer.insert(5, "x")
        typed(buffer, 1, "b")
        buffer.undo()
        self.assertEqual(buffer.text(), "")

    def test_nothing_is_forgotten_for_nothing(self):
        buffer = UndoText()
        buffer.insert(0, "abc")
        buffer.undo()
        buffer.insert(0, "")
        buffer.delete(0, 0)
        self.assertEqual([buffer.redo(), buffer.text()], [True, "abc"])

    def test_errors_leave_everything_as_it_was(self):
        buffer = UndoText()
        buffer.insert(0, "abc")
        for call in (
            lambda: buffer.insert(4, "x"), lambda: buffer.insert(-1, "x"), lambda: buffer.insert(9, ""),
            lambda: buffer.delete(2, 2), lambda: buffer.delete(-1, 1), lambda: buffer.delete(1, -1), lambda: buffer.delete(4, 0),
        ):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(buffer.text(), "abc")
        buffer.undo()
        self.assertEqual(buffer.text(), "")

    def test_saved_and_changed(self):
        buffer = UndoText()
        self.assertFalse(buffer.is_changed())
        buffer.insert(0, "x")
        self.assertTrue(buffer.is_changed())
        buffer.delete(0, 1)
        self.assertTrue(buffer.is_changed())
        buffer.undo()
        buffer.save()
        self.assertFalse(buffer.is_changed())
        buffer.undo()
        self.assertTrue(buffer.is_changed())
        buffer.redo()
        self.assertFalse(buffer.is_changed())

    def test_a_saved_state_that_was_left_for_good(self):
        buffer = UndoText()
        buffer.insert(0, "ab")
        buffer.save()
        buffer.undo()
        buffer.insert(0, "ab")
        self.assertTrue(buffer.is_changed())
        buffer.undo()
        self.assertTrue(buffer.is_changed())
        buffer.save()
        self.assertFalse(buffer.is_changed())

    def test_as_if_every_state_had_been_kept(self):
        randomness = random.Random(11)
        for _ in range(60):
            buffer, states, at, saved = UndoText(), [""], 0, ""
            saved = 0
            for _ in range(80):
                action = randomness.choice("iidurs")
                text = states[at]
                if action == "i":
                    position, new = randomness.randint(0, len(text)), randomness.choice(["ab", "c d", "xyz"])
                    buffer.insert(position, new)
                    text = text[:position] + new + text[position:]
                elif action == "d" and text:
                    position = randomness.randrange(len(text))
                    count = randomness.randint(1, len(text) - position)
                    buffer.delete(position, count)
                    text = text[:position] + text[position + count :]
                elif action == "u":
                    self.assertEqual(buffer.undo(), at > 0)
                    at = max(0, at - 1)
                elif action == "r":
                    self.assertEqual(buffer.redo(), at < len(states) - 1)
                    at = min(len(states) - 1, at + 1)
                elif action == "s":
                    buffer.save()
                    saved = at
                if action in "id" and text != states[at]:
                    saved = None if saved is not None and saved > at else saved
                    del states[at + 1 :]
                    states.append(text)
                    at += 1
                self.assertEqual((buffer.text(), buffer.is_changed()), (states[at], saved != at))


if __name__ == "__main__":
    unittest.main()
