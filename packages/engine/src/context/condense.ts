import { type Message, messageText, ProviderError, RooError, type Usage, userMessage } from "@roo-code/types";
import { retryDelay } from "../recovery/backoff.ts";
import prompt from "./condense.md";
import type { CondenseDeps } from "./condense-deps.ts";
import { fitSummary } from "./fit-summary.ts";
import type { SummaryPlan } from "./plan-summary.ts";

/**
 * Asks the model for a summary and records it in place of the messages it replaces; falls back to a list made by rules.
 * Nothing is recorded before the summary is complete, so a crash only repeats the request.
 */
export async function condense(deps: CondenseDeps, plan: SummaryPlan): Promise<void> {
  const { record, memory } = deps;
  const { state } = record;
  const { count, reason, tokens, tokensBefore } = plan;
  const reply = await askForSummary(deps, plan);
  const { receipt, message, size } = fitSummary({ state, plan, meter: memory.meter, text: reply?.text ?? "" });
  const dropped = tokens.slice(0, count).reduce((sum, each) => sum + each, 0);
  await record.commit({
    type: "summary.added",
    reason,
    by: reply ? "model" : "rules",
    dropped: count,
    message,
    receipt,
    tokensBefore,
    tokensAfter: Math.max(0, tokensBefore - dropped) + size,
    usage: reply?.usage,
  });
}

interface SummaryReply {
  readonly text: string;
  readonly usage: Usage;
}

/** Fewer than for a reply: the task can continue without a summary. */
const maxAttempts = 3;

/**
 * The model's summary of the messages that will be dropped. The request begins like all others of the task, so that
 * most of it is cached by the provider. undefined, with the reason in the log, if the model cannot be asked.
 */
async function askForSummary(deps: CondenseDeps, plan: SummaryPlan): Promise<SummaryReply | undefined> {
  const { record } = deps;
  const messages = messagesToShow(record.state.messages, plan);
  try {
    if (messages.length === 0)
      throw new RooError({ code: "too_long", message: "The messages to summarize are too long." });
    return await ask(deps, messages);
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!(error instanceof RooError)) throw error;
    const message = `The model could not write a summary, so the oldest messages are only listed. ${error.message}`;
    record.append({ type: "notice.added", code: "summary_failed", message });
    return undefined;
  }
}

async function ask(deps: CondenseDeps, messages: readonly Message[]): Promise<SummaryReply> {
  const { ports, record, systemPrompt, tools, signal } = deps;
  const { taskId, agent, turns, failures } = record.state;
  const metadata = { taskId, agent, priorAttempts: turns + failures, purpose: "condense" } as const;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const request = { systemPrompt, tools, messages, metadata, signal };
      const { message, usage } = await ports.client.createMessage(request).getFinalMessage();
      return { text: requireText(messageText(message)), usage };
    } catch (error) {
      signal.throwIfAborted();
      const policy = { ...ports.retry, attempts: Math.min(ports.retry.attempts, maxAttempts) };
      const delay =
        error instanceof ProviderError ? retryDelay({ error, attempt, policy, random: ports.random }) : null;
      if (delay === null) throw error;
      await ports.clock.sleep(delay, signal);
      signal.throwIfAborted();
    }
  }
}

function requireText(text: string): string {
  if (text.trim() !== "") return text;
  throw new RooError({ code: "reply_empty", message: "The reply has no text." });
}

/** The messages to be dropped, then the request for a summary. If they are too many, the first and the newest of them. */
function messagesToShow(messages: readonly Message[], { count, tokens, askTokens }: SummaryPlan): Message[] {
  if (askTokens === 0) return [];
  const request = userMessage(prompt.trim());
  const all = tokens.slice(0, count).reduce((sum, each) => sum + each, 0);
  if (all <= askTokens) return [...messages.slice(0, count), request];
  let left = askTokens - (tokens[0] ?? 0);
  let from = count;
  for (let index = count - 1; index > 0; index -= 1) {
    left -= tokens[index] ?? 0;
    if (left < 0) break;
    if (messages[index]?.role !== "tool") from = index;
  }
  return from === count ? [] : [...messages.slice(0, 1), ...messages.slice(from, count), request];
}
