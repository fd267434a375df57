class UndoText:
    """The text of an editor that can undo."""

    def text(self):
        raise NotImplementedError

    def insert(self, position, text):
        """Raises ValueError."""
        raise NotImplementedError

    def delete(self, position, count):
        """Raises ValueError."""
        raise NotImplementedError

    def undo(self):
        raise NotImplementedError

    def redo(self):
        raise NotImplementedError

    def save(self):
        raise NotImplementedError

    def is_changed(self):
        raise NotImplementedError
