import {
  type Clock,
  type FinalMessage,
  type Message,
  type ModelClient,
  type ModelRequest,
  messageText,
  type OutputSchema,
  ProviderError,
  RooError,
  userMessage,
} from "@roo-code/types";
import { systemClock } from "../system-clock.ts";

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

interface Question {
  readonly messages: readonly Message[];
  readonly systemPrompt: string;
  readonly output?: OutputSchema;
  readonly signal: AbortSignal;
  readonly maxAttempts: number;
  readonly clock: Clock;
}

const firstDelayMs = 500;
/** Asked for by a provider, a longer wait is a failure: nobody waits that long for one answer. */
const maxDelayMs = 30_000;

/** One answer that says something; transient failures are tried again. */
export async function askOnce(client: ModelClient, question: Question): Promise<FinalMessage> {
  const { signal, clock } = question;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await client.createMessage(requestFor(question, attempt)).getFinalMessage();
      return requireText(client, reply);
    } catch (error) {
      signal.throwIfAborted();
      const delay = delayAfter(error, attempt, question.maxAttempts);
      if (delay === undefined) throw error;
      await clock.sleep(delay, signal);
      signal.throwIfAborted();
    }
  }
}

function requestFor({ messages, systemPrompt, output, signal }: Question, attempt: number): ModelRequest {
  return {
    systemPrompt,
    messages,
    tools: [],
    metadata: { taskId: "completion", agent: "root", priorAttempts: attempt - 1 },
    signal,
    output,
  };
}

/** Undefined: it would not help. */
function delayAfter(error: unknown, attempt: number, maxAttempts: number): number | undefined {
  if (!(error instanceof ProviderError) || !error.isTransient || attempt >= maxAttempts) return undefined;
  const delay = error.retryAfterMs ?? Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return delay <= maxDelayMs ? delay : undefined;
}

function requireText(client: ModelClient, reply: FinalMessage): FinalMessage {
  if (messageText(reply.message).trim() !== "") return reply;
  const isFiltered = reply.stopReason === "filtered";
  throw new RooError({
    code: isFiltered ? "reply_filtered" : "reply_empty",
    message: `${client.model} ${isFiltered ? "refused to answer" : "answered with no text"}.`,
    next: isFiltered ? "Ask in other words, or choose another model." : "Try again, or choose another model.",
  });
}
