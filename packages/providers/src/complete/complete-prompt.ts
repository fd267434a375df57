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
  /** The maximum number of attempts for transient failures; default 3. */
  readonly maxAttempts?: number;
  readonly clock?: Clock;
}

/**
 * A model's answer to a single prompt, without tools. Rejects with `ProviderError` when the request finally fails, with
 * `RooError` `reply_empty` or `reply_filtered` without text, with the signal's reason on abort.
 */
export async function completePrompt(client: ModelClient, prompt: string, options: CompletionOptions): Promise<string> {
  const { message } = await completeMessages(client, {
    messages: [userMessage(prompt)],
    systemPrompt: options.systemPrompt ?? "",
    signal: options.signal,
    maxAttempts: options.maxAttempts ?? 3,
    clock: options.clock ?? systemClock,
  });
  return messageText(message).trim();
}

interface CompletionRequest {
  readonly messages: readonly Message[];
  readonly systemPrompt: string;
  readonly output?: OutputSchema;
  readonly signal: AbortSignal;
  readonly maxAttempts: number;
  readonly clock: Clock;
}

const firstDelayMs = 500;
/** If a provider requests a longer wait, the completion fails instead. */
const maxDelayMs = 30_000;

/** One reply with text; transient failures are retried. */
export async function completeMessages(client: ModelClient, completion: CompletionRequest): Promise<FinalMessage> {
  const { signal, clock } = completion;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await client.createMessage(requestFor(completion, attempt)).getFinalMessage();
      return requireText(client, reply);
    } catch (error) {
      signal.throwIfAborted();
      const delay = delayAfter(error, attempt, completion.maxAttempts);
      if (delay === undefined) throw error;
      await clock.sleep(delay, signal);
      signal.throwIfAborted();
    }
  }
}

function requestFor({ messages, systemPrompt, output, signal }: CompletionRequest, attempt: number): ModelRequest {
  return {
    systemPrompt,
    messages,
    tools: [],
    metadata: { taskId: "completion", agent: "root", priorAttempts: attempt - 1 },
    signal,
    output,
  };
}

/** undefined if a retry would not help. */
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
    message: `${client.model} ${isFiltered ? "refused to answer" : "sent an empty reply"}.`,
    next: isFiltered ? "Rephrase the prompt, or choose another model." : "Try again, or choose another model.",
  });
}
