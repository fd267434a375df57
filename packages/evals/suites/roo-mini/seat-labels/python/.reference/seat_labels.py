import re


def label(seat, width):
    """The label of a seat. Raises ValueError."""
    check_width(width)
    if seat < 0:
        raise ValueError("there is no seat below 0")
    row, place = divmod(seat, width)
    letters = ""
    row += 1
    while row > 0:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{place + 1}"


def seat(label, width):
    """The number of the seat with a label. Raises ValueError."""
    check_width(width)
    found = re.fullmatch(r"([A-Z]+)([1-9][0-9]*)", label)
    if not found or int(found[2]) > width:
        raise ValueError(f"{label!r} is no seat")
    row = 0
    for letter in found[1]:
        row = row * 26 + ord(letter) - ord("A") + 1
    return (row - 1) * width + int(found[2]) - 1


def check_width(width):
    if width < 1:
        raise ValueError("a row has at least one seat")
