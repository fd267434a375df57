from ledger.errors import LedgerError


def parse_date(text):
    """A date as year-month-day."""
    date = text.strip()
    if not date[:1].isdigit():
        raise LedgerError(f"{text!r} is no date")
    return date


def month_of(date):
    return date[:7]
