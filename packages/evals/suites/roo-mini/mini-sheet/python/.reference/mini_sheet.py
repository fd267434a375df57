import re

TOKEN = re.compile(r" *([0-9]+|[A-Z]+(?:[1-9][0-9]?)?(?![0-9A-Za-z])|[-+*/():])")
CELL = re.compile(r"[A-Z][1-9][0-9]?")
FUNCTIONS = {"SUM": sum, "MIN": lambda n: min(n, default=0), "MAX": lambda n: max(n, default=0), "COUNT": len}


class SheetError(Exception):
    """Its text is what a cell shows."""


def evaluate(cells):
    """What each cell shows, by its name."""
    sheet = Sheet(cells)
    return {name: sheet.show(name) for name in cells}


class Sheet:
    def __init__(self, cells):
        self.contents = {name: parse_content(text) for name, text in cells.items()}
        self.values = {}
        self.cyclic = {name for name in cells if self.needs(name, name)}

    def needs(self, name, wanted):
        """Whether a cell needs another, over however many."""
        seen, queue = set(), list(references(self.contents[name]))
        while queue:
            current = queue.pop()
            if current == wanted:
                return True
            if current not in seen and current in self.contents:
                seen.add(current)
                queue.extend(references(self.contents[current]))
        return False

    def show(self, name):
        try:
            return str(self.value(name))
        except SheetError as error:
            return str(error)

    def value(self, name):
        """A number or a text."""
        if name in self.cyclic:
            raise SheetError("#CYCLE")
        if name not in self.values:
            kind, content = self.contents[name]
            self.values[name] = self.work_out(content) if kind == "formula" else content
        return self.values[name]

    def work_out(self, node):
        kind = node[0]
        if kind == "error":
            raise SheetError(node[1])
        if kind == "number":
            return node[1]
        if kind == "cell":
            value = self.value(node[1]) if node[1] in self.contents else 0
            if isinstance(value, str):
                raise SheetError("#TYPE")
            return value
        if kind == "minus":
            return -self.work_out(node[1])
        if kind == "function":
            values = [self.value(name) for name in node[2] if name in self.contents]
            return FUNCTIONS[node[1]]([value for value in values if not isinstance(value, str)])
        left, right = self.work_out(node[1]), self.work_out(node[2])
        if kind == "/":
            if right == 0:
                raise SheetError("#DIV")
            quotient = abs(left) // abs(right)
            return quotient if (left < 0) == (right < 0) else -quotient
        return {"+": left + right, "-": left - right, "*": left * right}[kind]


def parse_content(text):
    if text.startswith("="):
        try:
            return "formula", Parser(text[1:]).formula()
        except SyntaxError:
            return "formula", ("error", "#SYNTAX")
    if re.fullmatch(r"-?[0-9]+", text):
        return "number", int(text)
    return "text", text


def references(content):
    kind, node = content
    return nodes(node) if kind == "formula" else ()


def nodes(node):
    if node[0] == "cell":
        yield node[1]
    elif node[0] == "function":
        yield from node[2]
    else:
        for part in node[1:]:
            if isinstance(part, tuple):
                yield from nodes(part)


class Parser:
    def __init__(self, text):
        self.tokens = []
        text = text.rstrip(" ")
        at = 0
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise SyntaxError
            self.tokens.append(found[1])
            at = found.end()
        self.tokens.append("")

    def formula(self):
        node = self.sum()
        self.take("")
        return node

    def sum(self):
        node = self.product()
        while self.tokens[0] in ("+", "-"):
            node = (self.tokens.pop(0), node, self.product())
        return node

    def product(self):
        node = self.factor()
        while self.tokens[0] in ("*", "/"):
            node = (self.tokens.pop(0), node, self.factor())
        return node

    def factor(self):
        token = self.tokens.pop(0)
        if token == "-":
            return "minus", self.factor()
        if token == "(":
            node = self.sum()
            self.take(")")
            return node
        if token in FUNCTIONS:
            return self.function(token)
        if token.isdigit():
            return "number", int(token)
        return "cell", checked_cell(token)

    def function(self, name):
        self.take("(")
        first = checked_cell(self.tokens.pop(0))
        self.take(":")
        last = checked_cell(self.tokens.pop(0))
        self.take(")")
        columns = range(ord(first[0]), ord(last[0]) + 1)
        rows = range(int(first[1:]), int(last[1:]) + 1)
        if not columns or not rows:
            raise SyntaxError
        return "function", name, [f"{chr(column)}{row}" for row in rows for column in columns]

    def take(self, wanted):
        if not self.tokens or self.tokens.pop(0) != wanted:
            raise SyntaxError


def checked_cell(token):
    if not CELL.fullmatch(token):
        raise SyntaxError
    return token
