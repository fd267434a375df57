import re

NUMBER = r"(?:0|[1-9][0-9]{0,8})"
VERSION = re.compile(rf"{NUMBER}\.{NUMBER}\.{NUMBER}")
CONDITION = re.compile(r"(>=|<=|>|<|=|~|\^)?([0-9x*.]+)")
PARTIAL = re.compile(rf"{NUMBER}(\.{NUMBER}){{0,2}}")


def pick(range_text, versions):
    """The highest version in the list that the range allows, or None. Raises ValueError."""
    alternatives = [parse_alternative(text) for text in range_text.split("||")]
    allowed = [
        version
        for version in map(parse_version, versions)
        if any(all(low <= version < high for low, high in conditions) for conditions in alternatives)
    ]
    return ".".join(map(str, max(allowed))) if allowed else None


def parse_version(text):
    if not VERSION.fullmatch(text):
        raise ValueError(f"{text!r} is no version")
    return tuple(int(part) for part in text.split("."))


def parse_alternative(text):
    conditions = [parse_condition(word) for word in text.strip(" ").split(" ") if word]
    if not conditions:
        raise ValueError("an alternative has no condition")
    return conditions


LOWEST = (0, 0, 0)
HIGHEST = (10**9, 0, 0)


def parse_condition(word):
    """The versions that are allowed, from the first up to, not including, the second."""
    found = CONDITION.fullmatch(word)
    if not found:
        raise ValueError(f"{word!r} is no condition")
    sign = found[1] or "="
    numbers = parse_partial(found[2])
    if not numbers and sign != "=":
        raise ValueError(f"{word!r} needs a number")
    first = tuple((numbers + [0, 0, 0])[:3])
    after = after_prefix(numbers)
    if sign == "=":
        return first, after
    if sign == ">=":
        return first, HIGHEST
    if sign == ">":
        return after, HIGHEST
    if sign == "<":
        return LOWEST, first
    if sign == "<=":
        return LOWEST, after
    if sign == "~":
        return first, after_prefix(numbers[:2])
    kept = next((i for i, number in enumerate(numbers) if number > 0), len(numbers) - 1)
    return first, after_prefix(numbers[: kept + 1])


def parse_partial(text):
    parts = text.split(".")
    wild = next((i for i, part in enumerate(parts) if part in ("x", "*")), len(parts))
    if len(parts) > 3 or any(part not in ("x", "*") for part in parts[wild:]):
        raise ValueError(f"{text!r} is no version")
    if wild and not PARTIAL.fullmatch(".".join(parts[:wild])):
        raise ValueError(f"{text!r} is no version")
    return [int(part) for part in parts[:wild]]


def after_prefix(numbers):
    """The first version above all that begin with these numbers."""
    if not numbers:
        return HIGHEST
    return tuple((numbers[:-1] + [numbers[-1] + 1, 0, 0])[:3])
