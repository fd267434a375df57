def gaps(shifts):
    """Where nobody is there, as a list of (start, end). Raises ValueError."""
    raise NotImplementedError


def busiest(shifts):
    """How many shifts overlap at most, and since when: (count, minute). Raises ValueError."""
    raise NotImplementedError
