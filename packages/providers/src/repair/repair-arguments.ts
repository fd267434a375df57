import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import { hasOnlyKnownKeys, hasRequired } from "./input-schema.ts";
import { readLeniently } from "./lenient-json.ts";

interface RepairedArguments {
  readonly input: JsonRecord;
  /** Descriptions of the changes, for a log. */
  readonly changes: readonly string[];
}

/** Guessing takes quadratic time in the worst case. */
const maxGuessLength = 32_000;
/** JSON in strings in strings. */
const maxDepth = 2;

/**
 * Repairs arguments that are not a JSON object, if their meaning is certain. Arguments that are or may be truncated are
 * not repaired. Never throws.
 */
export async function repairArguments(text: string, schema: JsonRecord): Promise<RepairedArguments | undefined> {
  try {
    return repairPlainly(text, 0) ?? (await guess(text, schema));
  } catch {
    // Nested too deeply for recursive parsers.
    return undefined;
  }
}

function repairPlainly(text: string, depth: number): RepairedArguments | undefined {
  const value = parseJson(text);
  if (isRecord(value)) return { input: value, changes: [] };
  if (typeof value === "string" && depth < maxDepth) {
    return withChange("decoded JSON in a string", repairPlainly(value, depth + 1));
  }
  if (value !== undefined) return undefined;
  if (isEntityEncoded(text)) return withChange("decoded HTML entities", repairPlainly(decodeEntities(text), depth));
  return repairObject(text);
}

function withChange(change: string, repaired: RepairedArguments | undefined): RepairedArguments | undefined {
  return repaired && { input: repaired.input, changes: [change, ...repaired.changes] };
}

/** Whether all of it is encoded, not just single entities in a file's content. */
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

function repairObject(text: string): RepairedArguments | undefined {
  const start = text.indexOf("{");
  if (start < 0 || /["[]/.test(text.slice(0, start))) return undefined;
  const reading = readLeniently(text, start);
  if (!reading) return undefined;
  const { json, missing, changes, end } = reading;
  // A forgotten bracket cannot be told from truncation after `"lines": 1` of 12.
  if (missing !== "") return undefined;
  const input = parseJson(json);
  if (!isRecord(input)) return undefined;
  const after = text.slice(end).trim();
  if (after.startsWith("{")) return chooseObject(input, after, changes);
  if (/[{["]/.test(after) && !/^["'\s]+$/.test(after)) return undefined;
  const isAlone = after === "" && text.slice(0, start).trim() === "";
  return { input, changes: isAlone ? changes : [...changes, "removed text around the object"] };
}

/** Servers that assemble deltas wrongly send an empty object before the real one, or the same one twice. */
function chooseObject(first: JsonRecord, after: string, changes: readonly string[]): RepairedArguments | undefined {
  const second = parseJson(after);
  if (!isRecord(second)) return undefined;
  const isEmpty = Object.keys(first).length === 0;
  if (!isEmpty && JSON.stringify(first) !== JSON.stringify(second)) return undefined;
  return { input: second, changes: [...changes, isEmpty ? "removed an empty object" : "removed a repetition"] };
}

/** Missing commas, bare keys, quotes in strings: accepted only if all text is kept and the schema matches. */
async function guess(text: string, schema: JsonRecord): Promise<RepairedArguments | undefined> {
  const body = text.trim();
  if (!body.startsWith("{") || !body.endsWith("}") || /\\(?!["\\/bfnrtu])/.test(body)) return undefined;
  const hasOpenQuote = body.split('"').length % 2 === 0;
  if (hasOpenQuote || body.length > maxGuessLength) return undefined;
  const { jsonrepair } = await import("jsonrepair");
  const repaired = jsonrepair(body);
  if (lastBrackets(repaired) !== lastBrackets(body)) return undefined;
  const input = parseJson(repaired);
  if (!isRecord(input) || !hasOnlyKnownKeys(input, schema) || !hasRequired(input, schema)) return undefined;
  return isFaithful(input, body) ? { input, changes: ["added missing punctuation"] } : undefined;
}

/** Additional brackets would complete a truncated object. */
function lastBrackets(text: string): string {
  return /[\]}\s]*$/.exec(text)?.[0].replaceAll(/\s/g, "") ?? "";
}

/**
 * Whether a guessed object matches the text: nothing lost, nothing added but punctuation between values, all strings and
 * keys in the order of the text, and the last bracket not part of a string.
 */
function isFaithful(guessed: JsonRecord, text: string): boolean {
  const decoded = decodeEscapes(text.trimEnd());
  if (skeleton(decoded) !== skeleton(decodeEscapes(JSON.stringify(guessed)))) return false;
  let at = 0;
  for (const leaf of leaves(guessed)) {
    const found = decoded.indexOf(leaf, at);
    if (found < 0) return false;
    at = found + leaf.length;
  }
  return at < decoded.length;
}

function decodeEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, (_, code?: string, character?: string) =>
    code === undefined ? (escapes[character ?? ""] ?? character ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
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
