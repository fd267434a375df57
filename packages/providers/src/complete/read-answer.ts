import { type FinalMessage, messageText, type OutputSchema } from "@roo-code/types";
import { type JsonRecord, listOf } from "../json-value.ts";
import { fitInput } from "../repair/fit-input.ts";
import { hasType, propertySchema } from "../repair/input-schema.ts";
import { mendArguments } from "../repair/mend-arguments.ts";

export type Answer =
  | { readonly isValid: true; readonly value: JsonRecord }
  /** `problem` is a sentence that the model is told. */
  | { readonly isValid: false; readonly problem: string };

/** The object in a reply, whatever stands around it. One that was cut off is none. */
export async function readAnswer({ message, stopReason }: FinalMessage, { schema }: OutputSchema): Promise<Answer> {
  if (stopReason === "length") return bad("It was cut off because it was too long.");
  const found = await mendArguments(answerText(messageText(message)), schema);
  if (!found) return bad("It holds no JSON object that can be read.");
  const missing = listOf(schema.required).filter((key) => !Object.hasOwn(found.input, String(key)));
  if (missing.length > 0) return bad(`It lacks ${missing.map((key) => JSON.stringify(key)).join(", ")}.`);
  const fitted = fitInput(found.input, schema);
  if (fitted) return { isValid: true, value: fitted.input };
  const wrong = Object.keys(found.input).filter((key) => !hasType(found.input[key], propertySchema(schema, key)));
  return bad(`It has values of the wrong type: ${wrong.map((key) => JSON.stringify(key)).join(", ")}.`);
}

/** Without thought that was written as text, and only the fenced part where there is exactly one. */
function answerText(text: string): string {
  const spoken = text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/, "");
  const parts = spoken.split(/^[ \t]{0,3}```[\w-]*[ \t]*$/m);
  return parts.length === 3 && parts[1]?.trim().startsWith("{") ? parts[1] : spoken;
}

function bad(problem: string): Answer {
  return { isValid: false, problem };
}
