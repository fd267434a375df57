import type { ParseOutcome } from "./parse-outcome.ts";

/** Enough for a shared list; too few to blow a small text up into gigabytes. */
const maxAliases = 20;

/** The text's one document; undefined as value where it holds nothing but comments. */
export async function parseYaml(text: string): Promise<ParseOutcome> {
  const { loadAll, YAMLException } = await import("js-yaml");
  try {
    const documents = loadAll(text, { maxAliases });
    if (documents.length > 1) return { problem: "it holds more than one YAML document." };
    return { value: documents[0] };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { problem: "it is not valid YAML." };
    // What follows a quote or bracket is cited from the text.
    const reason = error.reason.replace(/\s*["'<(].*/s, "");
    return { problem: `it is not valid YAML: ${reason}${error.mark ? ` (line ${error.mark.line + 1})` : ""}.` };
  }
}
