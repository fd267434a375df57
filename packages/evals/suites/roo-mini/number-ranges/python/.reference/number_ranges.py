import re

PART = re.compile(r" *(-?[0-9]+)(?:-(-?[0-9]+))? *")


def compact(numbers):
    """The numbers as a short text."""
    runs = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(short(run) for run in runs)


def short(run):
    return f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run))


def expand(text):
    """The numbers that a text stands for. Raises ValueError."""
    if text.strip(" ") == "":
        return []
    numbers = set()
    for part in text.split(","):
        found = PART.fullmatch(part)
        if not found:
            raise ValueError(f"{part!r} is no number and no range")
        first = int(found[1])
        last = int(found[2] or found[1])
        if last < first:
            raise ValueError(f"{part!r} descends")
        numbers.update(range(first, last + 1))
    return sorted(numbers)
