def compact(numbers):
    """The numbers as a short text."""
    raise NotImplementedError


def expand(text):
    """The numbers that a text stands for. Raises ValueError."""
    raise NotImplementedError
