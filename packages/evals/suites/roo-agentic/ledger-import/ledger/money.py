from ledger.errors import LedgerError


def parse_amount(text):
    """An amount in cents."""
    try:
        return int(float(text.strip().replace(",", "")) * 100)
    except ValueError:
        raise LedgerError(f"{text!r} is no amount")
