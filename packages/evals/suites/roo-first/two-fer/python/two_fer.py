def two_fer(name=""):
    """What the seller says."""
    raise NotImplementedError
