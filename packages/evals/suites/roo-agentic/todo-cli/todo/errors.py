class TodoError(Exception):
    """Something the user can do about: shown without a stack."""
