import type { Message } from "@roo-code/types";

/** Fewer are not worth a summary. */
const fewest = 2;

/**
 * How many of the oldest messages to drop so that the rest takes at most `budget` tokens; 0: none can go. Results stay
 * with their calls. The newest call with its results, or what was said last, may take up to `stretch`. A reply that
 * waits for results, or that is the answer, always stays.
 */
export function chooseCut(options: {
  messages: readonly Message[];
  /** Of each message. */
  tokens: readonly number[];
  budget: number;
  stretch: number;
}): number {
  const { messages, tokens, budget, stretch } = options;
  const last = latestCut(messages);
  if (last < fewest) return 0;
  const newest = messages.findLastIndex(({ role }) => role !== "tool");
  let chosen = last;
  let kept = tokens.slice(last).reduce((sum, count) => sum + count, 0);
  for (let index = last - 1; index >= fewest; index -= 1) {
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
