import re

SPACES = " \t\r\n"
NAME = re.compile(r"[A-Za-z0-9_]+")
FILTERS = {
    "upper": str.upper,
    "lower": str.lower,
    "trim": lambda text: text.strip(" "),
}


class TemplateError(Exception):
    """Its text begins with "line N: "."""

    def __init__(self, line, message):
        super().__init__(f"line {line}: {message}")


def render(template, values):
    """The rendered template. Values are texts or lists of dictionaries. Raises TemplateError."""
    parser = Parser(template)
    return "".join(node([values]) for node in parser.parse(None))


class Parser:
    """Turns a template into functions that render its parts in a list of scopes, the innermost last."""

    def __init__(self, template):
        self.tokens = tokens(template)

    def parse(self, section):
        nodes = []
        for line, kind, body in self.tokens:
            if kind == "text":
                nodes.append(lambda scopes, text=body: text)
            elif body[:1] in ("#", "^"):
                name = checked_name(body[1:], line)
                inner = self.parse((name, line))
                nodes.append(section_node(name, body[0] == "#", inner))
            elif body[:1] == "/":
                name = checked_name(body[1:], line)
                if section is None or section[0] != name:
                    raise TemplateError(line, f"{name} ends here and did not begin")
                return nodes
            else:
                nodes.append(value_node(body, line))
        if section is not None:
            raise TemplateError(section[1], f"{section[0]} is never closed")
        return nodes


def tokens(template):
    at = 0
    line = 1
    text = ""
    while at < len(template):
        if template.startswith("\\{{", at):
            text += "{{"
            at += 3
        elif template.startswith("{{", at):
            end = template.find("}}", at)
            if end < 0:
                raise TemplateError(line, "the tag is not closed")
            yield line, "text", text
            text = ""
            yield line, "tag", template[at + 2 : end].lstrip(SPACES)
            line += template.count("\n", at, end)
            at = end + 2
        else:
            line += template[at] == "\n"
            text += template[at]
            at += 1
    yield line, "text", text


def checked_name(text, line):
    name = text.strip(SPACES)
    if not NAME.fullmatch(name):
        raise TemplateError(line, f"{name!r} is no name")
    return name


def value_node(body, line):
    first, *parts = body.split("|")
    name = checked_name(first, line)
    filters = [checked_filter(part, line) for part in parts]
    has_default = bool(filters) and filters[0][0] == "or"

    def node(scopes):
        value = look_up(name, scopes)
        if value is None and not has_default:
            raise TemplateError(line, f"there is no {name}")
        if isinstance(value, list):
            raise TemplateError(line, f"{name} is a list")
        text = value or ""
        for kind, argument in filters:
            text = (text or argument) if kind == "or" else FILTERS[kind](text)
        return text

    return node


def checked_filter(part, line):
    kind, colon, argument = part.partition(":")
    if kind.strip(SPACES) == "or" and colon:
        return "or", argument
    kind = part.strip(SPACES)
    if kind not in FILTERS:
        raise TemplateError(line, f"{kind!r} is no filter")
    return kind, None


def section_node(name, is_wanted, inner):
    def node(scopes):
        value = look_up(name, scopes)
        if not is_wanted:
            rounds = [scopes] if not value else []
        elif isinstance(value, list):
            rounds = [[*scopes, item] for item in value]
        else:
            rounds = [scopes] if value else []
        return "".join(each(round) for round in rounds for each in inner)

    return node


def look_up(name, scopes):
    for scope in reversed(scopes):
        if name in scope:
            return scope[name]
    return None
