import {
  type DroppedItem,
  type Message,
  messageText,
  type TaskState,
  type ToolCallPart,
  toolCalls,
} from "@roo-code/types";
import { clipLine } from "./clip.ts";

const maxLineLength = 140;
const maxArgumentLength = 60;
const groupSize = 8;

/**
 * One line for each of the oldest `count` messages, after those dropped by earlier summaries. Calls without text are
 * listed with their results.
 */
export function listDropped(state: TaskState, count: number, tokens: readonly number[], limit: number): DroppedItem[] {
  const { messages, messageSeqs, lastSummary } = state;
  const items = messages.slice(0, count).flatMap((message, index): DroppedItem[] => {
    const [seq, size] = [messageSeqs[index] ?? 0, tokens[index] ?? 0];
    if (index === 0 && lastSummary)
      return [{ seq, kind: "summary", what: `summary ${state.summaries} of what came before`, tokens: size }];
    if (isWithoutText(message) && index + 1 < count) return [];
    const previous = messages[index - 1];
    const calls = previous && isWithoutText(previous) ? (tokens[index - 1] ?? 0) : 0;
    return [{ seq, ...describe(message, previous), tokens: size + calls }];
  });
  return mergeOldest([...(lastSummary?.receipt.dropped ?? []), ...items], limit);
}

function isWithoutText(message: Message): boolean {
  return message.role === "assistant" && messageText(message).trim() === "";
}

function describe(message: Message, previous: Message | undefined): Pick<DroppedItem, "kind" | "what"> {
  switch (message.role) {
    case "user":
      return { kind: "said", what: clipLine(messageText(message), maxLineLength) };
    case "assistant": {
      const calls = toolCalls(message).map(callLine).join(", ");
      const text = clipLine(messageText(message), calls === "" ? maxLineLength : maxArgumentLength);
      return { kind: "reply", what: clipLine([text, calls].filter(Boolean).join(" → "), maxLineLength) };
    }
    case "tool": {
      const calls = previous?.role === "assistant" ? toolCalls(previous) : [];
      const share = Math.max(30, Math.floor(maxLineLength / Math.max(1, message.content.length)));
      const lines = message.content.map(({ callId, name, content, isError }) => {
        const call = calls.find((candidate) => candidate.callId === callId);
        return clipLine(`${call ? callLine(call) : name}${isError ? " failed" : ""}: ${content.slice(0, 500)}`, share);
      });
      return { kind: "result", what: clipLine(lines.join(" | "), maxLineLength) };
    }
  }
}

/** A call's name and its first text argument. */
function callLine({ name, input }: ToolCallPart): string {
  const values: unknown[] = typeof input === "object" && input !== null ? Object.values(input) : [];
  const first = values.find((value) => typeof value === "string" && value !== "");
  return typeof first === "string" ? `${name}(${clipLine(first, maxArgumentLength)})` : name;
}

/** Merges the oldest items with their neighbours until at most `limit` are left. */
function mergeOldest(items: readonly DroppedItem[], limit: number): DroppedItem[] {
  const excess = items.length - Math.max(1, limit);
  if (excess <= 0) return [...items];
  const groups = Math.ceil(excess / (groupSize - 1));
  const merged = Array.from({ length: groups }, (_, index) => items.slice(index * groupSize, (index + 1) * groupSize));
  const rest = items.slice(groups * groupSize);
  return mergeOldest([...merged.filter((group) => group.length > 0).map(mergeGroup), ...rest], limit);
}

/** `(to 30) …`: the item covers all events up to that one. */
const range = /^\(to (\d+)\) /;

/** An item as the model reads it: `[12] reply: …`, or `[12–30] …`. */
export function droppedLine({ seq, kind, what }: DroppedItem): string {
  const end = range.exec(what)?.[1];
  return end === undefined ? `[${seq}] ${kind}: ${what}` : `[${seq}–${end}] ${what.replace(range, "")}`;
}

function mergeGroup(group: readonly DroppedItem[]): DroppedItem {
  const [first, last] = [group[0], group.at(-1)];
  const share = Math.floor((maxLineLength * 2) / group.length);
  const end = range.exec(last?.what ?? "")?.[1] ?? last?.seq ?? 0;
  const lines = group.map(({ what }) => clipLine(what.replace(range, ""), share));
  return {
    seq: first?.seq ?? 0,
    kind: group.every(({ kind }) => kind === first?.kind) ? (first?.kind ?? "summary") : "summary",
    what: `(to ${end}) ${lines.join("; ")}`,
    tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
