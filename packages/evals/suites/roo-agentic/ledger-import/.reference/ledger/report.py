from ledger.dates import month_of


def totals(entries):
    """Cents by account."""
    return sums_by_name(entries, first_names(entries))


def monthly(entries):
    """Totals by month, months in order."""
    names = first_names(entries)
    months = {}
    for entry in entries:
        months.setdefault(month_of(entry.date), []).append(entry)
    return {month: sums_by_name(months[month], names) for month in sorted(months)}


def first_names(entries):
    """How each account was written first."""
    names = {}
    for entry in entries:
        names.setdefault(entry.account.casefold(), entry.account)
    return names


def sums_by_name(entries, names):
    sums = {}
    for entry in entries:
        name = names[entry.account.casefold()]
        sums[name] = sums.get(name, 0) + entry.cents
    return sums
