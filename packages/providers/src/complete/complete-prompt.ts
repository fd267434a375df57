import { type Clock, type ModelClient, messageText, userMessage } from "@roo-code/types";
import { systemClock } from "../system-clock.ts";
import { askOnce } from "./ask-once.ts";

export interface CompletionOptions {
  readonly signal: AbortSignal;
  readonly systemPrompt?: string;
  /** How often a request that failed by no fault of its own is sent in all; default 3. */
  readonly maxAttempts?: number;
  readonly clock?: Clock;
}

/**
 * The text a model answers a single prompt with, without tools. Rejects with `ProviderError` when the request fails for
 * good, with `RooError` `reply_empty` or `reply_filtered` when there is no text, with the signal's reason on abort.
 */
export async function completePrompt(client: ModelClient, prompt: string, options: CompletionOptions): Promise<string> {
  const { message } = await askOnce(client, {
    messages: [userMessage(prompt)],
    systemPrompt: options.systemPrompt ?? "",
    signal: options.signal,
    maxAttempts: options.maxAttempts ?? 3,
    clock: options.clock ?? systemClock,
  });
  return messageText(message).trim();
}
