import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import { hasOnlyKnownKeys, hasRequired } from "./input-schema.ts";
import { readLeniently } from "./lenient-json.ts";

interface Mended {
  readonly input: JsonRecord;
  /** What was done, in words for a log. */
  readonly changes: readonly string[];
}

/** Guessing takes time that grows with the square of the length, at worst. */
const maxRepairLength = 32_000;
/** Objects in strings in strings. */
const deepest = 2;

/**
 * The object that arguments were meant to be, when that can be told for sure. What was cut off, or may have
 * been, is not. Never throws.
 */
export async function mendArguments(text: string, schema: JsonRecord): Promise<Mended | undefined> {
  try {
    return mendPlainly(text, 0) ?? (await guess(text, schema));
  } catch {
    // Nested too deeply for those who read recursively.
    return undefined;
  }
}

function mendPlainly(text: string, depth: number): Mended | undefined {
  const value = parseJson(text);
  if (isRecord(value)) return { input: value, changes: [] };
  if (typeof value === "string" && depth < deepest) {
    return withChange("decoded JSON in a string", mendPlainly(value, depth + 1));
  }
  if (value !== undefined) return undefined;
  if (isEntityEncoded(text)) return withChange("decoded HTML entities", mendPlainly(decodeEntities(text), depth));
  return mendObject(text);
}

function withChange(change: string, mended: Mended | undefined): Mended | undefined {
  return mended && { input: mended.input, changes: [change, ...mended.changes] };
}

/** All of it, not single entities in a file's content: without them there would be no quote at all. */
function isEntityEncoded(text: string): boolean {
  return /^\s*\{\s*&(?:quot|#34);/.test(text) && !text.includes('"');
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:quot|apos|lt|gt|amp|#34|#39);/g, (entity) => entities[entity] ?? entity);
}

function mendObject(text: string): Mended | undefined {
  const start = text.indexOf("{");
  if (start < 0 || /["[]/.test(text.slice(0, start))) return undefined;
  const reading = readLeniently(text, start);
  if (!reading) return undefined;
  const { json, missing, changes, end } = reading;
  // Whether its writer forgot a bracket or was cut off after `"lines": 1` of 12 cannot be told.
  if (missing !== "") return undefined;
  const input = parseJson(json);
  if (!isRecord(input)) return undefined;
  const after = text.slice(end).trim();
  if (after.startsWith("{")) return chooseObject(input, after, changes);
  if (/[{["]/.test(after) && !/^["'\s]+$/.test(after)) return undefined;
  const isAlone = after === "" && text.slice(0, start).trim() === "";
  return { input, changes: isAlone ? changes : [...changes, "removed text around the object"] };
}

/** Servers that put deltas together wrongly send an empty object before the real one, or the same one twice. */
function chooseObject(first: JsonRecord, after: string, changes: readonly string[]): Mended | undefined {
  const second = parseJson(after);
  if (!isRecord(second)) return undefined;
  const isEmpty = Object.keys(first).length === 0;
  if (!isEmpty && JSON.stringify(first) !== JSON.stringify(second)) return undefined;
  return { input: second, changes: [...changes, isEmpty ? "removed an empty object" : "removed a repetition"] };
}

/** Missing commas, bare keys, quotes within strings: only what keeps every word and fits the schema is taken. */
async function guess(text: string, schema: JsonRecord): Promise<Mended | undefined> {
  const body = text.trim();
  if (!body.startsWith("{") || !body.endsWith("}") || /\\(?!["\\/bfnrtu])/.test(body)) return undefined;
  const hasOpenQuote = body.split('"').length % 2 === 0;
  if (hasOpenQuote || body.length > maxRepairLength) return undefined;
  const { jsonrepair } = await import("jsonrepair");
  const repaired = jsonrepair(body);
  if (lastBrackets(repaired) !== lastBrackets(body)) return undefined;
  const input = parseJson(repaired);
  if (!isRecord(input) || !hasOnlyKnownKeys(input, schema) || !hasRequired(input, schema)) return undefined;
  return isFaithful(input, body) ? { input, changes: ["added missing punctuation"] } : undefined;
}

/** More of them than were sent would finish what was cut off. */
function lastBrackets(text: string): string {
  return /[\]}\s]*$/.exec(text)?.[0].replaceAll(/\s/g, "") ?? "";
}

/**
 * Whether a guessed object holds what the text says: nothing lost, nothing added but punctuation between values, each
 * string and key a piece of the text in the text's order, and the text's last bracket no part of a string.
 */
function isFaithful(guessed: JsonRecord, text: string): boolean {
  const said = decodeEscapes(text.trimEnd());
  if (skeleton(said) !== skeleton(decodeEscapes(JSON.stringify(guessed)))) return false;
  let at = 0;
  for (const leaf of leaves(guessed)) {
    const found = said.indexOf(leaf, at);
    if (found < 0) return false;
    at = found + leaf.length;
  }
  return at < said.length;
}

function decodeEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, (_, code?: string, letter?: string) =>
    code === undefined ? (escapes[letter ?? ""] ?? letter ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function skeleton(text: string): string {
  return text.replaceAll(/[\s"',:{}[\]\\]+/g, "");
}

function* leaves(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item);
  else if (isRecord(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield key;
      yield* leaves(member);
    }
  }
}
