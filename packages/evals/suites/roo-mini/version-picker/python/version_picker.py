def pick(range_text, versions):
    """The highest version in the list that the range allows, or None. Raises ValueError."""
    raise NotImplementedError
