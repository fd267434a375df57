import type { ParseError } from "jsonc-parser";
import { isRecord } from "../is-record.ts";

/** Deeper than any real settings; recursive code may rely on it. */
const maxDepth = 100;

type ParsedSettings =
  | { readonly values: Readonly<Record<string, unknown>>; readonly problem?: never }
  | { readonly values?: never; readonly problem: { readonly reason: string; readonly line?: number } };

/** The object in a settings file, an empty one for an empty file; or why it cannot be used, with the line. */
export async function parseSettingsText(text: string): Promise<ParsedSettings> {
  let value: unknown;
  try {
    value = parseJsonc(text);
  } catch {
    if (withoutComments(text).trim() === "") return { values: {} };
    return { problem: await findSyntaxError(text) };
  }
  if (!isRecord(value)) return { problem: { reason: "does not contain an object { … }", line: 1 } };
  if (isDeeperThan(value, maxDepth)) return { problem: { reason: `is nested deeper than ${maxDepth} levels` } };
  return { values: value };
}

/** Not JSON.parse's own message: it quotes the file, which may contain a key. */
async function findSyntaxError(content: string): Promise<{ reason: string; line?: number }> {
  const text = content.replace(/^\uFEFF/, "");
  const { parseTree, printParseErrorCode } = await import("jsonc-parser");
  try {
    const errors: ParseError[] = [];
    parseTree(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (!first) return { reason: "is not valid JSON" };
    const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return { reason: `is not valid JSON (${what})`, line: text.slice(0, first.offset).split("\n").length };
  } catch {
    // The parser is recursive and ran out of stack.
    return { reason: "is nested too deeply" };
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

// Unterminated strings and comments match too, up to the end of the line or text: retrying from every later position
// would take quadratic time.
const stringOrComment = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g;
/** A comma before a closing bracket, unless no value precedes it: `[,]` and `[1,,]` stay invalid. */
const stringOrTrailingComma = /"(?:[^"\\\n]|\\.)*"?|[{[,:]\s*,|,(?=\s*[}\]])/g;

/**
 * Parses JSON with comments and trailing commas; throws on anything else. Loading the jsonc-parser library would take
 * longer than reading the whole configuration, so it is only used to edit files and to locate syntax errors.
 */
export function parseJsonc(text: string): unknown {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const plain = content.includes("/") ? withoutComments(content) : content;
  try {
    return JSON.parse(plain);
  } catch {
    return JSON.parse(plain.replace(stringOrTrailingComma, (found) => (found === "," ? " " : found)));
  }
}

/** The text with comments replaced by spaces. Line ends stay, so that an unterminated string remains an error. */
function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (isComment(found) ? found.replace(/[^\n\r]/g, " ") : found));
}

function isComment(found: string): boolean {
  return found.startsWith("//") || (found.startsWith("/*") && found.endsWith("*/") && found.length > 3);
}
