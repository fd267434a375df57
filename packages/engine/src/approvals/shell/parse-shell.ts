/* oxlint-disable no-control-regex -- finding control characters is its purpose */
import type { ParsedScript } from "unbash";

const maxCharacters = 64 * 1024;
const maxDepth = 100;
const maxSteps = 1_000_000;
const maxDocuments = 100;

export type ParseShell = (source: string) => ParsedScript;

/** Loads the parser when the first command is judged, not at startup. */
export async function loadParser(): Promise<ParseShell> {
  return (await import("unbash")).parse;
}

/** Why a text is not parsed; undefined if it can be. Linear in the length of the text. */
export function whyNotParsed(source: string): string | undefined {
  if (source.length > maxCharacters) return `it is longer than ${maxCharacters / 1024} KiB`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this finds them.
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(source)) return "it contains control characters";
  if (!source.isWellFormed()) return "it is not valid text";
  const { depth, documents } = measure(source);
  if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`;
  // Nested text is parsed again at every level.
  if (depth * source.length > maxSteps) return "it is nested too deep for its length";
  if (documents > maxDocuments) return `it contains more than ${maxDocuments} here-documents`;
  return undefined;
}

/** Ignores quotes: too strict is better than too lax. */
function measure(source: string): { depth: number; documents: number } {
  let open = 0;
  let depth = 0;
  let backticks = 0;
  let documents = 0;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (character === "(" || character === "{") depth = Math.max(depth, (open += 1));
    else if (character === ")" || character === "}") open = Math.max(0, open - 1);
    else if (character === "`") backticks += 1;
    else if (character === "<" && source[index + 1] === "<") documents += 1;
  }
  return { depth: Math.max(depth, Math.ceil(backticks / 2)), documents };
}
