import type { ParseError } from "jsonc-parser";
import { isRecord } from "../is-record.ts";
import { parseJsonc, withoutComments } from "./parse-jsonc.ts";

/** Deeper than any settings are; what walks through values may count on it. */
const maxDepth = 100;

export type ParsedSettings =
  | { readonly values: Readonly<Record<string, unknown>>; readonly problem?: never }
  | { readonly values?: never; readonly problem: { readonly reason: string; readonly line?: number } };

/** The object that a settings file holds, none being an empty one; or why it cannot be used, and where. */
export async function parseSettingsText(text: string): Promise<ParsedSettings> {
  let value: unknown;
  try {
    value = parseJsonc(text);
  } catch {
    if (withoutComments(text).trim() === "") return { values: {} };
    return { problem: await findMistake(text) };
  }
  if (!isRecord(value)) return { problem: { reason: "does not hold an object { … }", line: 1 } };
  if (isDeeperThan(value, maxDepth)) return { problem: { reason: `is nested deeper than ${maxDepth} levels` } };
  return { values: value };
}

/** Without the engine's own message: that quotes the file, which may hold a key. */
async function findMistake(content: string): Promise<{ reason: string; line?: number }> {
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
    // The parser calls itself for each level, and there are too many.
    return { reason: "is nested too deeply" };
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
