import type { ParseError } from "jsonc-parser";
import type * as z from "zod";
import { parseJsonc } from "../../settings/parse-jsonc.ts";

/** The parsed value, or a problem to show. A problem never quotes the text: it may contain keys. */
export type ParseOutcome = { readonly value: unknown } | { readonly problem: string };

/** JSON with comments and trailing commas. */
export async function parseJson(text: string): Promise<ParseOutcome> {
  try {
    return { value: withoutPrototypes(parseJsonc(text)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { problem: "it is nested too deeply." };
    return { problem: `it is not valid JSON${await describeSyntaxError(text)}.` };
  }
}

/** A key `__proto__`, copied by assignment, would change the prototype of the copy. */
function withoutPrototypes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === "__proto__" ? undefined : inner));
}

/** JSON.parse's message quotes the text; the library, loaded only now, gives the error and its line. */
async function describeSyntaxError(text: string): Promise<string> {
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
  return `: ${spaced(printParseErrorCode(first.error))} (line ${line})`;
}

function spaced(code: string): string {
  return code.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** Enough for a shared list, too few to expand a small text into gigabytes. */
const maxAliases = 20;

/** The only document of the text; the value is undefined if there are only comments. */
export async function parseYaml(text: string): Promise<ParseOutcome> {
  const { loadAll, YAMLException } = await import("js-yaml");
  try {
    const documents = loadAll(text, { maxAliases });
    if (documents.length > 1) return { problem: "it contains more than one YAML document." };
    return { value: documents[0] };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { problem: "it is not valid YAML." };
    // Text after a quote or bracket is quoted from the file.
    const reason = error.reason.replace(/\s*["'<(].*/s, "");
    return { problem: `it is not valid YAML: ${reason}${error.mark ? ` (line ${error.mark.line + 1})` : ""}.` };
  }
}

/** The first issue, as a clause; zod names keys and types, never values. */
export function schemaProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "it is not valid";
  const key = issue.path.map(String).join(".").slice(0, 200);
  const problem = issue.message.replace(/^Invalid input: /, "");
  return key === "" ? problem : `${key}: ${problem}`;
}
