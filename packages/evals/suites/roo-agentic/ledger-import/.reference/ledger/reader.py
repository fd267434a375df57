import re
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
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() == "" or line.startswith("#"):
            continue
        try:
            entries.append(read_entry(line))
        except LedgerError as error:
            raise LedgerError(error.message, number) from None
    return entries


def read_entry(line):
    fields = split_fields(line)
    if not 3 <= len(fields) <= 4:
        raise LedgerError("a line has a date, an account, an amount and perhaps a note")
    date, account, amount = fields[:3]
    if account == "":
        raise LedgerError("the account has no name")
    return Entry(parse_date(date), account, parse_amount(amount), "".join(fields[3:]))


FIELD = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^";]*))\s*(;|$)')


def split_fields(line):
    fields = []
    at = 0
    while True:
        found = FIELD.match(line, at)
        if not found:
            raise LedgerError("the quotes of a field are not as they should be")
        quoted, plain, end = found.groups()
        fields.append(plain.strip() if quoted is None else quoted.replace('""', '"').strip())
        if end == "":
            return fields
        at = found.end()
