import re

from ledger.errors import LedgerError

WHOLE = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+)"
AMOUNT = re.compile(rf"(?P<whole>{WHOLE})?(?:\.(?P<cents>[0-9]{{1,2}}))?")


def parse_amount(text):
    """An amount in cents."""
    amount = text.strip()
    if amount.startswith("(") and amount.endswith(")"):
        return -unsigned(amount[1:-1].strip(), text)
    if amount[:1] in ("-", "+"):
        value = unsigned(amount[1:], text)
        return -value if amount[0] == "-" else value
    return unsigned(amount, text)


def unsigned(amount, text):
    found = AMOUNT.fullmatch(amount)
    if not found or amount == "":
        raise LedgerError(f"{text!r} is no amount")
    whole = re.sub("[, ]", "", found["whole"] or "0")
    return int(whole) * 100 + int((found["cents"] or "0").ljust(2, "0"))
