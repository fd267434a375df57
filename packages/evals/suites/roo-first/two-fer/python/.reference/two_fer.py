def two_fer(name=""):
    """What the seller says."""
    return f"A loaf for {name.strip() or 'a friend'} and a loaf for me."
