def fee(minutes):
    """The fee in cents for a stay of so many minutes. Raises ValueError for a negative time."""
    raise NotImplementedError
