def split(amount, weights):
    """The shares in the order of the weights. Raises ValueError."""
    raise NotImplementedError
