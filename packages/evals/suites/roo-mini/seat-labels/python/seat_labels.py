def label(seat, width):
    """The label of a seat. Raises ValueError."""
    raise NotImplementedError


def seat(label, width):
    """The number of the seat with a label. Raises ValueError."""
    raise NotImplementedError
