from dataclasses import dataclass

from ledger.dates import parse_date
from ledger.errors import LedgerError
from ledger.money import parse_amount


@dataclass(frozen=True)
class Entry:
    date: str
    account: str
    cents: int
    note: str = ""


def read_entries(text):
    """The entries of an export, in order. Raises LedgerError."""
    entries = []
    for line in text.splitlines():
        if line.strip() == "" or line.startswith("#"):
            continue
        entries.append(read_entry(line))
    return entries


def read_entry(line):
    fields = split_fields(line)
    if len(fields) < 3:
        raise LedgerError("a line needs a date, an account and an amount")
    date, account, amount = fields[:3]
    note = fields[3] if len(fields) > 3 else ""
    return Entry(parse_date(date), account, parse_amount(amount), note)


def split_fields(line):
    return [field.strip().strip('"') for field in line.split(";")]
