def evaluate(cells):
    """What each cell shows, by its name."""
    raise NotImplementedError
