FREE_MINUTES = 15
HOUR_CENTS = 250
DAY_CENTS = 1800
DAY_MINUTES = 24 * 60


def fee(minutes):
    """The fee in cents for a stay of so many minutes. Raises ValueError for a negative time."""
    if minutes < 0:
        raise ValueError("a stay cannot be negative")
    if minutes <= FREE_MINUTES:
        return 0
    days, rest = divmod(minutes, DAY_MINUTES)
    started_hours = -(-rest // 60)
    return days * DAY_CENTS + min(started_hours * HOUR_CENTS, DAY_CENTS)
