import { type Clock, type ModelClient, messageText, type OutputSchema, RooError, userMessage } from "@roo-code/types";
import { quoterFor } from "../quote.ts";
import { systemClock } from "../system-clock.ts";
import { askOnce } from "./ask-once.ts";
import { readAnswer } from "./read-answer.ts";

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
