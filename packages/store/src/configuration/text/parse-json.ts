import type { ParseError } from "jsonc-parser";
import { parseJsonc } from "../../settings/parse-jsonc.ts";
import type { ParseOutcome } from "./parse-outcome.ts";

/** JSON as people write it: with comments and a comma after the last entry. */
export async function parseJson(text: string): Promise<ParseOutcome> {
  try {
    return { value: withoutPrototypes(parseJsonc(text)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { problem: "it is nested too deeply." };
    return { problem: `it is not valid JSON${await placeOfMistake(text)}.` };
  }
}

/** A key `__proto__`, copied by assignment, would give the copy what the object never held. */
function withoutPrototypes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === "__proto__" ? undefined : inner));
}

/** The platform's message cites the text; the library, loaded only now, says what is missing and where. */
async function placeOfMistake(text: string): Promise<string> {
  const { parse, printParseErrorCode } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { allowTrailingComma: true });
  } catch {
    return ": it is nested too deeply";
  }
  const [first] = errors;
  if (!first) return "";
  const line = text.slice(0, first.offset).split("\n").length;
  return `: ${toWords(printParseErrorCode(first.error))} (line ${line})`;
}

function toWords(code: string): string {
  return code.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
