import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import { isFaithful } from "./faithful.ts";
import { hasOnlyKnownKeys, hasRequired } from "./input-schema.ts";
import { readLeniently } from "./lenient-json.ts";

export interface Mended {
  readonly input: JsonRecord;
  /** What was done, in words for a log. */
  readonly changes: readonly string[];
}

/** Guessing takes time that grows with the square of the length, at worst. */
const longestGuess = 32_000;
/** Objects in strings in strings. */
const deepest = 2;

/**
 * The object that arguments were meant to be, when that can be told for sure. They must have been sent to their end:
 * what was cut off is not handed to this. Never throws.
 */
export async function mendArguments(text: string, schema: JsonRecord): Promise<Mended | undefined> {
  try {
    return mendPlainly(text, schema, 0) ?? (await guess(text, schema));
  } catch {
    // Nested too deeply for those who read recursively.
    return undefined;
  }
}

function mendPlainly(text: string, schema: JsonRecord, depth: number): Mended | undefined {
  const value = parseJson(text);
  if (isRecord(value)) return { input: value, changes: [] };
  if (typeof value === "string" && depth < deepest) {
    return withChange("decoded JSON in a string", mendPlainly(value, schema, depth + 1));
  }
  if (value !== undefined) return undefined;
  if (isEntityEncoded(text))
    return withChange("decoded HTML entities", mendPlainly(decodeEntities(text), schema, depth));
  return mendObject(text, schema);
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

function mendObject(text: string, schema: JsonRecord): Mended | undefined {
  const start = text.indexOf("{");
  if (start < 0 || /["[]/.test(text.slice(0, start))) return undefined;
  const reading = readLeniently(text, start);
  if (!reading) return undefined;
  const { json, missing, changes, isCut, end } = reading;
  if (missing !== "") {
    if (isCut || text.slice(0, start).trim() !== "") return undefined;
    const closed = parseJson(json + missing);
    if (!isRecord(closed) || !hasRequired(closed, schema)) return undefined;
    return { input: closed, changes: [...changes, "added missing brackets"] };
  }
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
  if (hasOpenQuote || body.length > longestGuess) return undefined;
  const { jsonrepair } = await import("jsonrepair");
  const input = parseJson(jsonrepair(body));
  if (!isRecord(input) || !hasOnlyKnownKeys(input, schema) || !hasRequired(input, schema)) return undefined;
  return isFaithful(input, body) ? { input, changes: ["added missing punctuation"] } : undefined;
}
