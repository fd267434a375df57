import { isRecord, parseJson, textOf } from "../../json-value.ts";

export interface RelayCall {
  readonly name: string;
  /** Text that should be a JSON object. */
  readonly arguments: string;
}

export interface RelayAnswer {
  readonly text: string;
  readonly calls: readonly RelayCall[];
}

/**
 * What a pasted answer says: calls in fenced blocks, or bare where copying lost the fences; the rest is text. Blocks
 * that are no calls stay in the text.
 */
export function parseAnswer(pasted: string): RelayAnswer {
  const lines = fencesOnTheirOwn(pasted.replaceAll("\r\n", "\n")).split("\n");
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

/** A fence and its content may have come on one line. */
function fencesOnTheirOwn(text: string): string {
  return text
    .replaceAll(/^([ \t]*`{3,}\w*)[ \t]*(?=[[{])/gm, "$1\n")
    .replaceAll(/([}\]])[ \t]*(`{3,})[ \t]*$/gm, "$1\n$2");
}

interface Block {
  /** In lines. */
  readonly length: number;
  /** What may be a call. */
  readonly inner: string | undefined;
}

/** A fenced block, one that is never closed included, or an object, or a single line. */
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
  // Words behind it on its last line are no part of it, but nobody needs them.
  return { length: object.split("\n").length, inner: object };
}

/** undefined when it is something else. */
function callsIn(text: string): RelayCall[] | undefined {
  const whole = parseJson(text);
  const values = Array.isArray(whole) ? whole : whole === undefined ? objectsIn(text) : [whole];
  const calls = values.map(toCall);
  const all = calls.filter((call) => call !== undefined);
  if (all.length > 0 && all.length === calls.length) return all;
  return whole === undefined ? brokenCall(text) : undefined;
}

/** A call whose arguments are no JSON: who puts calls together says so, or mends them. */
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

/** Objects one after the other, with words between them or not. */
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

/** Behind the brace that closes the one at `start`. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index];
    if (isQuoted && sign === "\\") index += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === "{") depth += 1;
    else if (!isQuoted && sign === "}" && --depth === 0) return index + 1;
  }
  return undefined;
}
