def wrap(text, width):
    """The text as a list of lines. Raises ValueError for a width below 3."""
    raise NotImplementedError
