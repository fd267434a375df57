import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { cleanText } from "../catalog/clean-text.ts";
import { type FormField, formFields, parseAnswer } from "./form-field.ts";

/** Puts one question to the person; undefined when nobody is there. */
export type Ask = (question: string, suggestions: readonly string[]) => Promise<string | undefined>;

const decline = "Decline";
const maxTextLength = 1_000;
const maxFields = 20;
const maxTries = 3;

/** What a server wants to know, asked of the person field by field. Where nobody is there, or they do not want to, declined. */
export async function elicit(server: string, params: ElicitRequest["params"], ask: Ask): Promise<ElicitResult> {
  const said = cleanText(params.message, maxTextLength);
  const intro = `The MCP server ${server} asks: ${said}`;
  if ("url" in params) {
    const answer = await ask(
      `${intro}\nOpen this address yourself if you trust it: ${cleanText(params.url, maxTextLength)}`,
      ["Done", decline],
    );
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
