import type { Message } from "@roo-code/types";

/** Fewer are not worth a summary. */
const minMessages = 2;

/**
 * Number of the oldest messages to drop so that the rest takes at most `budget` tokens; 0 if none can be dropped.
 * Results stay with their calls. The newest call with its results, or the newest user message, may take up to `stretch`.
 * A final reply, or one that waits for results, is never dropped.
 */
export function chooseCut(options: {
  messages: readonly Message[];
  /** Per message. */
  tokens: readonly number[];
  budget: number;
  stretch: number;
}): number {
  const { messages, tokens, budget, stretch } = options;
  const last = latestCut(messages);
  if (last < minMessages) return 0;
  const newest = messages.findLastIndex(({ role }) => role !== "tool");
  let chosen = last;
  let kept = tokens.slice(last).reduce((sum, count) => sum + count, 0);
  for (let index = last - 1; index >= minMessages; index -= 1) {
    kept += tokens[index] ?? 0;
    if (messages[index]?.role === "tool") continue;
    if (kept <= (index === newest ? stretch : budget)) chosen = index;
    else break;
  }
  return chosen;
}

function latestCut(messages: readonly Message[]): number {
  return messages.at(-1)?.role === "assistant" ? messages.length - 1 : messages.length;
}
