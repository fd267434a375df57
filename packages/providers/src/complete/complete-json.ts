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
import { repairArguments } from "../repair/repair-arguments.ts";
import { systemClock } from "../system-clock.ts";
import { completeMessages } from "./complete-prompt.ts";

export interface JsonCompletionOptions {
  readonly prompt: string;
  readonly output: OutputSchema;
  readonly signal: AbortSignal;
  readonly systemPrompt?: string;
  readonly maxAttempts?: number;
  readonly clock?: Clock;
}

/**
 * A model's answer as an object with the required properties and top-level types of the schema. An invalid answer is
 * sent back once with the problem. Rejects with `RooError` `bad_json_reply` if the second is invalid, too, otherwise as
 * `completePrompt` does.
 */
export async function completeJson(
  client: ModelClient,
  options: JsonCompletionOptions,
): Promise<Record<string, unknown>> {
  const { output, signal, systemPrompt = "", maxAttempts = 3, clock = systemClock } = options;
  const completion = { systemPrompt, output, signal, maxAttempts, clock };
  const prompt = userMessage(options.prompt);
  const first = await completeMessages(client, { ...completion, messages: [prompt] });
  const answer = await readAnswer(first, output);
  if (answer.isValid) return answer.value;

  const retry = `That answer cannot be used: ${answer.problem} Answer again with nothing but a JSON object of this schema: ${JSON.stringify(output.schema)}`;
  const second = await completeMessages(client, {
    ...completion,
    messages: [prompt, first.message, userMessage(retry)],
  });
  const corrected = await readAnswer(second, output);
  if (corrected.isValid) return corrected.value;
  const excerpt = quoterFor(undefined)(messageText(second.message), 200);
  throw new RooError({
    code: "bad_json_reply",
    message: `${client.model} did not return the requested JSON: ${corrected.problem} Its reply: "${excerpt}"`,
    next: "Try again, or choose a model that supports structured output.",
  });
}

type Answer =
  | { readonly isValid: true; readonly value: JsonRecord }
  /** `problem` is a sentence for the model. */
  | { readonly isValid: false; readonly problem: string };

/** The object in a reply, whatever text surrounds it. A truncated one is invalid. */
async function readAnswer({ message, stopReason }: FinalMessage, { schema }: OutputSchema): Promise<Answer> {
  if (stopReason === "length") return invalid("It was truncated because it was too long.");
  const found = await repairArguments(answerText(messageText(message)), schema);
  if (!found) return invalid("It contains no valid JSON object.");
  const missing = listOf(schema.required).filter((key) => !Object.hasOwn(found.input, String(key)));
  if (missing.length > 0) return invalid(`It lacks ${missing.map((key) => JSON.stringify(key)).join(", ")}.`);
  const fitted = fitInput(found.input, schema);
  if (fitted) return { isValid: true, value: fitted.input };
  const mistyped = Object.keys(found.input).filter((key) => !hasType(found.input[key], propertySchema(schema, key)));
  return invalid(`It has values of the wrong type: ${mistyped.map((key) => JSON.stringify(key)).join(", ")}.`);
}

/** Without reasoning written as text, and only the fenced part if there is exactly one. */
function answerText(text: string): string {
  const answer = text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/, "");
  const parts = answer.split(/^[ \t]{0,3}```[\w-]*[ \t]*$/m);
  return parts.length === 3 && parts[1]?.trim().startsWith("{") ? parts[1] : answer;
}

function invalid(problem: string): Answer {
  return { isValid: false, problem };
}
