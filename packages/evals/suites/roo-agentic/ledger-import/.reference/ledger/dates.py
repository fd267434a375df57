import datetime
import re

from ledger.errors import LedgerError

SHAPES = (
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"),
    re.compile(r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})"),
)


def parse_date(text):
    """A date as year-month-day."""
    for shape in SHAPES:
        found = shape.fullmatch(text.strip())
        if found:
            try:
                return datetime.date(*(int(found[part]) for part in ("year", "month", "day"))).isoformat()
            except ValueError:
                break
    raise LedgerError(f"{text!r} is no date")


def month_of(date):
    return date[:7]
