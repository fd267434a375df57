from ledger.reader import Entry, read_entries
from ledger.report import monthly, totals

__all__ = ["Entry", "monthly", "read_entries", "totals"]
