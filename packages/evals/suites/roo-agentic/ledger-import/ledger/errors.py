class LedgerError(Exception):
    """Something in an export that cannot be understood."""
