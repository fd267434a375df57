import re


def wrap(text, width):
    """The text as a list of lines. Raises ValueError for a width below 3."""
    if width < 3:
        raise ValueError("a line has at least 3 characters")
    lines = []
    for paragraph in re.split(r"\n[ \t]*(?:\n[ \t]*)*\n", "\n" + text + "\n"):
        wrapped = [line for block in blocks(paragraph) for line in wrap_block(block, width)]
        if wrapped:
            lines += [""] * bool(lines) + wrapped
    return lines


def blocks(paragraph):
    """The paragraph's items, and what is before the first of them."""
    return re.split(r"^(?=- )", paragraph, flags=re.MULTILINE)


def wrap_block(block, width):
    if not block.startswith("- "):
        return fill(block.split(), width)
    lines = fill(block[2:].split(), width - 2)
    return [("  " if i else "- ") + line for i, line in enumerate(lines)]


def fill(words, width):
    lines = []
    current = ""
    for word in words:
        if current and len(current) + 1 + len(word) <= width:
            current += " " + word
            continue
        if current:
            lines.append(current)
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        current = word
    return lines + [current] * bool(current)
