import { isRecord, parseJson, textOf } from "../../json-value.ts";

interface RelayCall {
  readonly name: string;
  /** Should be a JSON object. */
  readonly arguments: string;
}

export interface RelayAnswer {
  readonly text: string;
  readonly calls: readonly RelayCall[];
}

/**
 * Parses a pasted answer: calls in fenced blocks, or without fences if copying lost them; the rest is text, including
 * other blocks.
 */
export function parseAnswer(pasted: string): RelayAnswer {
  const lines = separateFences(pasted.replaceAll("\r\n", "\n")).split("\n");
  const text: string[] = [];
  const calls: RelayCall[] = [];
  for (let index = 0; index < lines.length; ) {
    const { length, inner } = blockAt(lines, index);
    const found = inner === undefined ? undefined : callsIn(inner);
    if (found) calls.push(...found);
    else text.push(...lines.slice(index, index + length));
    index += length;
  }
  return {
    text: text
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    calls,
  };
}

/** Puts fences on separate lines: copying may have joined them with their content. */
function separateFences(text: string): string {
  return text
    .replaceAll(/^([ \t]*`{3,}\w*)[ \t]*(?=[[{])/gm, "$1\n")
    .replaceAll(/([}\]])[ \t]*(`{3,})[ \t]*$/gm, "$1\n$2");
}

interface Block {
  /** In lines. */
  readonly length: number;
  /** A possible call. */
  readonly inner: string | undefined;
}

/** A fenced block (even if it is not closed), an object, or a single line. */
function blockAt(lines: readonly string[], start: number): Block {
  const first = lines[start] ?? "";
  const fence = /^\s*(`{3,}|~{3,})\s*[\w-]*\s*$/.exec(first)?.[1];
  if (fence !== undefined) {
    const close = lines.findIndex((line, index) => index > start && line.trim() === fence);
    const end = close < 0 ? lines.length : close;
    return { length: Math.min(end + 1, lines.length) - start, inner: lines.slice(start + 1, end).join("\n") };
  }
  const begin = lines.slice(start, start + 3).join("\n");
  if (!/^\s*\{\s*"tool"\s*:/.test(begin)) return { length: 1, inner: undefined };
  const rest = lines.slice(start).join("\n");
  const end = objectEnd(rest, rest.indexOf("{"));
  if (end === undefined) return { length: 1, inner: undefined };
  const object = rest.slice(0, end);
  // Text after it on its last line is dropped.
  return { length: object.split("\n").length, inner: object };
}

/** undefined for anything else. */
function callsIn(text: string): RelayCall[] | undefined {
  const whole = parseJson(text);
  const values = Array.isArray(whole) ? whole : whole === undefined ? objectsIn(text) : [whole];
  const calls = values.map(toCall);
  const all = calls.filter((call) => call !== undefined);
  if (all.length > 0 && all.length === calls.length) return all;
  return whole === undefined ? brokenCall(text) : undefined;
}

/** A call whose arguments are not JSON: they are repaired or reported later. */
function brokenCall(text: string): RelayCall[] | undefined {
  const [head, name = ""] = /^\s*\{\s*"tool"\s*:\s*"([^"]*)"\s*,?\s*(?:"input"\s*:\s*)?/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const rest = text.slice(head.length).trimEnd();
  return [{ name, arguments: (rest.endsWith("}") ? rest.slice(0, -1) : rest) || "{" }];
}

function toCall(value: unknown): RelayCall | undefined {
  if (!isRecord(value)) return undefined;
  const name = textOf(value.tool);
  if (name === undefined) return undefined;
  return { name, arguments: JSON.stringify(value.input ?? value.arguments ?? value.parameters ?? {}) };
}

/** Consecutive objects, with or without text between them. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  for (let start = text.indexOf("{"); start >= 0; ) {
    const end = objectEnd(text, start);
    if (end === undefined) return [];
    found.push(parseJson(text.slice(start, end)));
    start = text.indexOf("{", end);
  }
  return found;
}

/** The offset after the brace that closes the one at `start`. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === "\\") index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "{") depth += 1;
    else if (!isQuoted && character === "}" && --depth === 0) return index + 1;
  }
  return undefined;
}
