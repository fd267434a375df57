class Step:
    def __init__(self, position, removed, inserted, is_typed):
        self.position = position
        self.removed = removed
        self.inserted = inserted
        self.is_typed = is_typed


class UndoText:
    """The text of an editor that can undo."""

    def __init__(self):
        self._text = ""
        self._steps = []
        self._done = 0
        self._is_open = False
        self._saved = 0

    def text(self):
        return self._text

    def insert(self, position, text):
        """Raises ValueError."""
        if not 0 <= position <= len(self._text):
            raise ValueError(f"there is no position {position}")
        if text == "":
            return
        last = self._steps[self._done - 1] if self._done else None
        is_typed = len(text) == 1
        joins = (
            self._is_open
            and is_typed
            and text not in " \t\n"
            and last.is_typed
            and position == last.position + len(last.inserted)
        )
        if joins:
            last.inserted += text
            self._replace(position, "", text)
        else:
            self._do(Step(position, "", text, is_typed))

    def delete(self, position, count):
        """Raises ValueError."""
        if position < 0 or count < 0 or position + count > len(self._text):
            raise ValueError(f"there are no {count} characters at {position}")
        if count > 0:
            self._do(Step(position, self._text[position : position + count], "", False))

    def undo(self):
        self._is_open = False
        if self._done == 0:
            return False
        self._done -= 1
        step = self._steps[self._done]
        self._replace(step.position, step.inserted, step.removed)
        return True

    def redo(self):
        self._is_open = False
        if self._done == len(self._steps):
            return False
        step = self._steps[self._done]
        self._done += 1
        self._replace(step.position, step.removed, step.inserted)
        return True

    def save(self):
        self._is_open = False
        self._saved = self._done

    def is_changed(self):
        return self._saved != self._done

    def _do(self, step):
        del self._steps[self._done :]
        if self._saved is not None and self._saved > self._done:
            self._saved = None
        self._steps.append(step)
        self._done += 1
        self._is_open = True
        self._replace(step.position, step.removed, step.inserted)

    def _replace(self, position, old, new):
        self._text = self._text[:position] + new + self._text[position + len(old) :]
