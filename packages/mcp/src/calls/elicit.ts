import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { cleanText } from "../catalog/clean-text.ts";
import { type FormField, formFields, parseAnswer } from "./form-field.ts";

/** Asks the user one question; undefined if no one is available. */
export type Ask = (question: string, suggestions: readonly string[]) => Promise<string | undefined>;

const decline = "Decline";
const maxTextLength = 1_000;
const maxFields = 20;
const maxTries = 3;

/** Asks the user for what a server requests, field by field. Declines if no one is available or the user declines. */
export async function elicit(server: string, params: ElicitRequest["params"], ask: Ask): Promise<ElicitResult> {
  const intro = `The MCP server ${server} asks: ${cleanText(params.message, maxTextLength)}`;
  if ("url" in params) {
    const answer = await ask(`${intro}\nOpen this URL if you trust it: ${cleanText(params.url, maxTextLength)}`, [
      "Done",
      decline,
    ]);
    return { action: answer === undefined || isRefusal(answer) ? "decline" : "accept" };
  }
  const fields = formFields(params.requestedSchema);
  if (fields.length > maxFields) return { action: "decline" };
  if (fields.length === 0) {
    const answer = await ask(intro, ["Accept", decline]);
    return answer === undefined || isRefusal(answer) ? { action: "decline" } : { action: "accept", content: {} };
  }
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const field of fields) {
    const answer = await askField(intro, field, ask);
    if (answer === "declined") return { action: "decline" };
    if (answer.value !== undefined) content[field.name] = answer.value;
  }
  return { action: "accept", content };
}

async function askField(
  intro: string,
  field: FormField,
  ask: Ask,
): Promise<"declined" | { value: string | number | boolean | string[] | undefined }> {
  let problem = "";
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const answer = await ask(`${intro}\n${problem}${field.question}`, [...field.suggestions, decline]);
    if (answer === undefined || isRefusal(answer)) return "declined";
    const parsed = parseAnswer(field, answer);
    if ("value" in parsed) return parsed;
    problem = `${parsed.problem} `;
  }
  return "declined";
}

function isRefusal(answer: string): boolean {
  return /^(decline|cancel|no thanks)$/i.test(answer.trim());
}
