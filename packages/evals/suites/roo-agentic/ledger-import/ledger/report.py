from ledger.dates import month_of


def totals(entries):
    """Cents by account."""
    sums = {}
    for entry in entries:
        sums[entry.account] = sums.get(entry.account, 0) + entry.cents
    return sums


def monthly(entries):
    """Totals by month, months in order."""
    months = {}
    for entry in entries:
        months.setdefault(month_of(entry.date), []).append(entry)
    return {month: totals(group) for month, group in months.items()}
