const functions = {
  SUM: (numbers) => numbers.reduce((sum, number) => sum + number, 0),
  MIN: (numbers) => (numbers.length > 0 ? Math.min(...numbers) : 0),
  MAX: (numbers) => (numbers.length > 0 ? Math.max(...numbers) : 0),
  COUNT: (numbers) => numbers.length,
};

/** Its message is what a cell shows. */
class SheetError extends Error {}

/** What each cell shows: an object from names to texts, as the one given. */
export function evaluate(cells) {
  const sheet = new Sheet(cells);
  return Object.fromEntries(Object.keys(cells).map((name) => [name, sheet.show(name)]));
}

class Sheet {
  #contents;
  #values = new Map();
  #cyclic;

  constructor(cells) {
    this.#contents = new Map(Object.entries(cells).map(([name, text]) => [name, parseContent(text)]));
    this.#cyclic = new Set([...this.#contents.keys()].filter((name) => this.#needsItself(name)));
  }

  show(name) {
    try {
      return String(this.#value(name));
    } catch (error) {
      if (error instanceof SheetError) return error.message;
      throw error;
    }
  }

  #needsItself(name) {
    const seen = new Set();
    const queue = [...referencesIn(this.#contents.get(name))];
    for (let current = queue.pop(); current !== undefined; current = queue.pop()) {
      if (current === name) return true;
      if (seen.has(current) || !this.#contents.has(current)) continue;
      seen.add(current);
      queue.push(...referencesIn(this.#contents.get(current)));
    }
    return false;
  }

  /** A number or a text. */
  #value(name) {
    if (this.#cyclic.has(name)) throw new SheetError("#CYCLE");
    if (!this.#values.has(name)) {
      const { formula, plain } = this.#contents.get(name);
      this.#values.set(name, formula ? this.#workOut(formula) : plain);
    }
    return this.#values.get(name);
  }

  #workOut(node) {
    switch (node.kind) {
      case "error":
        throw new SheetError(node.shown);
      case "number":
        return node.value;
      case "cell": {
        const value = this.#contents.has(node.name) ? this.#value(node.name) : 0;
        if (typeof value === "string") throw new SheetError("#TYPE");
        return value;
      }
      case "minus":
        return 0 - this.#workOut(node.of);
      case "function": {
        const values = node.names.filter((name) => this.#contents.has(name)).map((name) => this.#value(name));
        return functions[node.name](values.filter((value) => typeof value === "number"));
      }
      default:
        return combine(node.kind, this.#workOut(node.left), this.#workOut(node.right));
    }
  }
}

function combine(operator, left, right) {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right + 0;
    default:
      if (right === 0) throw new SheetError("#DIV");
      return Math.trunc(left / right) + 0;
  }
}

function parseContent(text) {
  if (/^-?[0-9]+$/.test(text)) return { plain: Number(text) + 0 };
  if (!text.startsWith("=")) return { plain: text };
  return { formula: new Parser(text.slice(1)).parse() ?? { kind: "error", shown: "#SYNTAX" } };
}

function* referencesIn({ formula }) {
  const queue = formula ? [formula] : [];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.kind === "cell") yield node.name;
    if (node.kind === "function") yield* node.names;
    queue.push(...[node.left, node.right, node.of].filter((part) => part !== undefined));
  }
}

class Parser {
  #tokens;

  constructor(text) {
    const token = / *([0-9]+|[A-Z]+(?:[1-9][0-9]?)?(?![0-9A-Za-z])|[-+*/():])/y;
    this.#tokens = [];
    const trimmed = text.replace(/ +$/, "");
    while (this.#tokens && token.lastIndex < trimmed.length) {
      const found = token.exec(trimmed);
      if (found) this.#tokens.push(found[1]);
      else this.#tokens = undefined;
    }
  }

  /** Undefined for what is no formula. */
  parse() {
    if (!this.#tokens) return undefined;
    try {
      const node = this.#sum();
      this.#take(undefined);
      return node;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  #sum() {
    let node = this.#product();
    while (["+", "-"].includes(this.#tokens[0]))
      node = { kind: this.#tokens.shift(), left: node, right: this.#product() };
    return node;
  }

  #product() {
    let node = this.#factor();
    while (["*", "/"].includes(this.#tokens[0]))
      node = { kind: this.#tokens.shift(), left: node, right: this.#factor() };
    return node;
  }

  #factor() {
    const token = this.#tokens.shift() ?? "";
    if (token === "-") return { kind: "minus", of: this.#factor() };
    if (/^[0-9]/.test(token)) return { kind: "number", value: Number(token) };
    if (Object.hasOwn(functions, token)) return { kind: "function", name: token, names: this.#range() };
    if (token !== "(") return { kind: "cell", name: checkCell(token) };
    const node = this.#sum();
    this.#take(")");
    return node;
  }

  #range() {
    this.#take("(");
    const first = checkCell(this.#tokens.shift());
    this.#take(":");
    const last = checkCell(this.#tokens.shift());
    this.#take(")");
    const names = [];
    for (let row = Number(first.slice(1)); row <= Number(last.slice(1)); row += 1)
      for (let column = first.charCodeAt(0); column <= last.charCodeAt(0); column += 1)
        names.push(`${String.fromCharCode(column)}${row}`);
    if (names.length === 0) throw new SyntaxError("the range is turned round");
    return names;
  }

  #take(wanted) {
    if (this.#tokens.shift() !== wanted) throw new SyntaxError(`${wanted} is missing`);
  }
}

function checkCell(token) {
  if (!/^[A-Z][1-9][0-9]?$/.test(token ?? "")) throw new SyntaxError(`${token} is no cell`);
  return token;
}
