class LedgerError(Exception):
    """Something in an export that cannot be understood."""

    def __init__(self, message, line=None):
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line
