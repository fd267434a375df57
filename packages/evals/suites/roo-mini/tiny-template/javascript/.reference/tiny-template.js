/** Its message begins with `line N: `. */
export class TemplateError extends Error {}

const filters = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trim: (text) => text.replace(/^ +| +$/g, ""),
};

/** The rendered template. Values are strings or arrays of objects like themselves. Throws a TemplateError. */
export function render(template, values) {
  const nodes = parse(tokens(template), undefined);
  return renderAll(nodes, [values]);
}

/** Nodes are functions that render a part in a list of scopes, the innermost last. */
function parse(stream, section) {
  const nodes = [];
  for (let step = stream.next(); !step.done; step = stream.next()) {
    const { line, text, tag } = step.value;
    if (tag === undefined) {
      nodes.push(() => text);
    } else if (tag.startsWith("#") || tag.startsWith("^")) {
      const name = checkName(tag.slice(1), line);
      nodes.push(sectionNode({ name, isWanted: tag.startsWith("#"), inner: parse(stream, { name, line }) }));
    } else if (tag.startsWith("/")) {
      const name = checkName(tag.slice(1), line);
      if (section?.name !== name) throw failure(line, `${name} ends here and did not begin`);
      return nodes;
    } else {
      nodes.push(valueNode(tag, line));
    }
  }
  if (section) throw failure(section.line, `${section.name} is never closed`);
  return nodes;
}

function* tokens(template) {
  let line = 1;
  let text = "";
  for (let at = 0; at < template.length; ) {
    if (template.startsWith("\\{{", at)) {
      text += "{{";
      at += 3;
    } else if (template.startsWith("{{", at)) {
      const end = template.indexOf("}}", at);
      if (end < 0) throw failure(line, "the tag is not closed");
      const tag = template.slice(at + 2, end);
      yield { line, text };
      yield { line, tag: tag.trimStart() };
      text = "";
      line += tag.split("\n").length - 1;
      at = end + 2;
    } else {
      if (template[at] === "\n") line += 1;
      text += template[at];
      at += 1;
    }
  }
  yield { line, text };
}

function valueNode(tag, line) {
  const [first, ...parts] = tag.split("|");
  const name = checkName(first, line);
  const steps = parts.map((part) => checkFilter(part, line));
  return (scopes) => {
    const value = lookUp(name, scopes);
    if (value === undefined && !steps[0]?.isDefault) throw failure(line, `there is no ${name}`);
    if (Array.isArray(value)) throw failure(line, `${name} is a list`);
    return steps.reduce((text, step) => step.apply(text), value ?? "");
  };
}

function checkFilter(part, line) {
  const found = /^\s*or:([\s\S]*)$/.exec(part);
  if (found) return { isDefault: true, apply: (text) => text || found[1] };
  const name = part.trim();
  if (!Object.hasOwn(filters, name)) throw failure(line, `"${name}" is no filter`);
  return { isDefault: false, apply: filters[name] };
}

function sectionNode({ name, isWanted, inner }) {
  return (scopes) => {
    const value = lookUp(name, scopes);
    const isEmpty = value === undefined || value.length === 0;
    if (isEmpty) return isWanted ? "" : renderAll(inner, scopes);
    if (!isWanted) return "";
    if (!Array.isArray(value)) return renderAll(inner, scopes);
    return value.map((item) => renderAll(inner, [...scopes, item])).join("");
  };
}

function renderAll(nodes, scopes) {
  return nodes.map((node) => node(scopes)).join("");
}

function lookUp(name, scopes) {
  return scopes.findLast((scope) => Object.hasOwn(scope, name))?.[name];
}

function checkName(text, line) {
  const name = text.trim();
  if (!/^[A-Za-z0-9_]+$/.test(name)) throw failure(line, `"${name}" is no name`);
  return name;
}

function failure(line, message) {
  return new TemplateError(`line ${line}: ${message}`);
}
