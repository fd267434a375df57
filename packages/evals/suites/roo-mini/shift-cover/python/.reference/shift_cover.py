DAY = 1440


def gaps(shifts):
    """Where nobody is there, as a list of (start, end). Raises ValueError."""
    found = []
    free_since = 0
    for start, end in sorted(pieces(shifts)):
        if start > free_since:
            found.append((free_since, start))
        free_since = max(free_since, end)
    if free_since < DAY:
        found.append((free_since, DAY))
    return found


def busiest(shifts):
    """How many shifts overlap at most, and since when: (count, minute). Raises ValueError."""
    changes = {0: 0}
    for start, end in pieces(shifts):
        changes[start] = changes.get(start, 0) + 1
        changes[end] = changes.get(end, 0) - 1
    count, best = 0, (0, 0)
    for minute in sorted(changes):
        count += changes[minute]
        if count > best[0]:
            best = (count, minute)
    return best


def pieces(shifts):
    """The shifts as stretches that do not go past midnight."""
    for start, end in shifts:
        if not 0 <= start < DAY or not 0 <= end <= DAY or start == end:
            raise ValueError(f"{start} to {end} is no shift")
        if start < end:
            yield start, end
        else:
            yield start, DAY
            if end > 0:
                yield 0, end
