import type * as JsoncParser from "jsonc-parser";

type Parser = typeof JsoncParser;

/** One property of the object, from its name to the end of its value. */
interface Property {
  readonly key: unknown;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
}

interface ObjectText {
  readonly properties: readonly Property[];
  /** Offsets of its brackets. */
  readonly open: number;
  readonly close: number;
}

/**
 * Sets keys of the object in a JSONC text; undefined removes a key. Everything outside of the changed properties stays
 * byte for byte: comments, order, indentation, line ends. The edits of jsonc-parser drop comments and leave commas
 * behind.
 */
export async function editSettingsText(text: string, changes: Iterable<readonly [string, unknown]>): Promise<string> {
  const parser = await import("jsonc-parser");
  let edited = withObject(text, parser);
  for (const [key, value] of changes) {
    edited = value === undefined ? removeKey(edited, key, parser) : setKey(edited, { key, value }, parser);
  }
  return edited;
}

/** Adds an empty object to a text that has none, such as an empty file or comments alone. */
function withObject(text: string, parser: Parser): string {
  if (parser.parseTree(text, [], { allowTrailingComma: true })) return text;
  const eol = lineEnd(text);
  return text.trim() === "" ? `{}${eol}` : `${text.trimEnd()}${eol}{}${eol}`;
}

function removeKey(text: string, key: string, parser: Parser): string {
  let edited = text;
  for (;;) {
    const { properties } = findObject(edited, parser);
    const index = properties.findIndex((property) => property.key === key);
    if (index === -1) return edited;
    edited = removeProperty(edited, { properties, index }, parser);
  }
}

function setKey(text: string, { key, value }: { key: string; value: unknown }, parser: Parser): string {
  const found = findObject(text, parser).properties.filter((property) => property.key === key);
  // Of a duplicate key the last one counts; the others are removed.
  if (found.length > 1) return setKey(removeKey(text, key, parser), { key, value }, parser);
  const [property] = found;
  const indent = indentOf(text, parser);
  const written = JSON.stringify(value, null, indent).replaceAll("\n", `${lineEnd(text)}${indent}`);
  if (property) return splice(text, { from: property.valueStart, to: property.end, insert: written });
  return addProperty(text, `${JSON.stringify(key)}: ${written}`, parser);
}

function addProperty(text: string, property: string, parser: Parser): string {
  const { properties, open, close } = findObject(text, parser);
  const last = properties.at(-1);
  const isOneLine = last !== undefined && !text.slice(open, close).includes("\n");
  if (isOneLine) {
    const comma = commaAfter(text, last.end, parser);
    if (comma === undefined) return splice(text, { from: last.end, to: last.end, insert: `, ${property}` });
    return splice(text, { from: comma + 1, to: comma + 1, insert: ` ${property}` });
  }
  // As the last line before the bracket, below any comments.
  const contentEnd = open + 1 + text.slice(open + 1, close).trimEnd().length;
  const eol = lineEnd(text);
  const beforeBracket = splice(text, {
    from: contentEnd,
    to: close,
    insert: `${eol}${indentOf(text, parser)}${property}${eol}`,
  });
  if (!last || commaAfter(text, last.end, parser) !== undefined) return beforeBracket;
  return splice(beforeBracket, { from: last.end, to: last.end, insert: "," });
}

function removeProperty(
  text: string,
  { properties, index }: { properties: readonly Property[]; index: number },
  parser: Parser,
): string {
  const property = properties[index];
  if (!property) return text;
  const comma = commaAfter(text, property.end, parser);
  const previous = properties[index - 1];
  const danglingComma = comma === undefined && previous ? commaAfter(text, previous.end, parser) : undefined;
  // From back to front, so that offsets stay valid. A comment may stand between the value and its comma.
  const hasCommaApart = comma !== undefined && comma > property.end;
  const withoutComma = hasCommaApart ? cut(text, comma, comma + 1) : text;
  const without = cutLine(withoutComma, property.start, comma === property.end ? comma + 1 : property.end);
  return danglingComma === undefined ? without : cut(without, danglingComma, danglingComma + 1);
}

/** Cuts a range, and with it the line when nothing else is on it. */
function cutLine(text: string, from: number, to: number): string {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  const after = /^[ \t]*(\r?\n)?/.exec(text.slice(to))?.[0] ?? "";
  const endsLine = after.endsWith("\n");
  const startsLine = text.slice(lineStart, from).trim() === "";
  if (startsLine && endsLine) return cut(text, lineStart, to + after.length);
  return cut(text, from, endsLine ? to : to + after.length);
}

function findObject(text: string, parser: Parser): ObjectText {
  const root = parser.parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== "object") throw new TypeError("The text does not contain a JSON object.");
  return {
    open: root.offset,
    close: root.offset + root.length - 1,
    properties: (root.children ?? []).flatMap(toProperty),
  };
}

function toProperty(node: JsoncParser.Node): Property[] {
  const [name, value] = node.children ?? [];
  if (!name || !value) return [];
  return [{ key: name.value, start: node.offset, end: value.offset + value.length, valueStart: value.offset }];
}

/** Offset of the comma that follows a value, skipping comments. */
function commaAfter(text: string, end: number, parser: Parser): number | undefined {
  const scanner = parser.createScanner(text, true);
  scanner.setPosition(end);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

/** The indentation of the first property if it starts a line, else two spaces. */
function indentOf(text: string, parser: Parser): string {
  const start = findObject(text, parser).properties[0]?.start ?? 0;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return /^[ \t]+$/.test(line) ? line : "  ";
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function cut(text: string, from: number, to: number): string {
  return splice(text, { from, to, insert: "" });
}

function splice(text: string, { from, to, insert }: { from: number; to: number; insert: string }): string {
  return text.slice(0, from) + insert + text.slice(to);
}
