import {
  type Clock,
  type FinalMessage,
  type ModelClient,
  messageText,
  type OutputSchema,
  RooError,
  userMessage,
} from "@roo-code/types";
import { type JsonRecord, listOf } from "../json-value.ts";
import { quoterFor } from "../redact.ts";
import { fitInput } from "../repair/fit-input.ts";
import { hasType, propertySchema } from "../repair/input-schema.ts";
import { mendArguments } from "../repair/mend-arguments.ts";
import { systemClock } from "../system-clock.ts";
import { askOnce } from "./complete-prompt.ts";

export interface JsonCompletionOptions {
  readonly prompt: string;
  readonly output: OutputSchema;
  readonly signal: AbortSignal;
  readonly systemPrompt?: string;
  readonly maxAttempts?: number;
  readonly clock?: Clock;
}

/**
 * The object a model answers with, of the schema's top-level types and with all it requires. An answer that is none is
 * sent back once with what was wrong. Rejects with `RooError` `bad_json_reply` when the second is no better,
 * otherwise as `completePrompt` does.
 */
export async function completeJson(
  client: ModelClient,
  options: JsonCompletionOptions,
): Promise<Record<string, unknown>> {
  const { output, signal, systemPrompt = "", maxAttempts = 3, clock = systemClock } = options;
  const question = { systemPrompt, output, signal, maxAttempts, clock };
  const asked = userMessage(options.prompt);
  const first = await askOnce(client, { ...question, messages: [asked] });
  const answer = await readAnswer(first, output);
  if (answer.isValid) return answer.value;

  const retry = `That answer cannot be used: ${answer.problem} Answer again with nothing but a JSON object of this schema: ${JSON.stringify(output.schema)}`;
  const second = await askOnce(client, { ...question, messages: [asked, first.message, userMessage(retry)] });
  const corrected = await readAnswer(second, output);
  if (corrected.isValid) return corrected.value;
  const said = quoterFor(undefined)(messageText(second.message), 200);
  throw new RooError({
    code: "bad_json_reply",
    message: `${client.model} gave no JSON as asked: ${corrected.problem} It said: "${said}"`,
    next: "Try again, or choose a model that supports structured output.",
  });
}

type Answer =
  | { readonly isValid: true; readonly value: JsonRecord }
  /** `problem` is a sentence that the model is told. */
  | { readonly isValid: false; readonly problem: string };

/** The object in a reply, whatever stands around it. One that was cut off is none. */
async function readAnswer({ message, stopReason }: FinalMessage, { schema }: OutputSchema): Promise<Answer> {
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
