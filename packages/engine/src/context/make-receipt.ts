import { messageText, type Receipt, type SaidItem, type TaskState } from "@roo-code/types";
import { clip, clipLine } from "./clip.ts";
import { listDropped } from "./dropped-items.ts";
import type { SummaryRoom } from "./fit-summary.ts";

const maxDecisionLength = 300;
const maxTodoLength = 200;

/** What a summary of the oldest `count` messages keeps. Only the decisions come from the model. */
export function makeReceipt(options: {
  state: TaskState;
  count: number;
  tokens: readonly number[];
  /** Found in the model's summary. */
  decisions: readonly string[];
  room: SummaryRoom;
}): Receipt {
  const { state, count, tokens, decisions, room } = options;
  const { goal, said } = userMessages(state, count, room);
  const earlier = state.lastSummary?.receipt.decisions ?? [];
  const decided = [...new Set([...earlier, ...decisions].map((text) => clipLine(text, maxDecisionLength)))];
  const todos = state.todos
    .filter(({ status }) => status !== "completed")
    .map(({ text }) => clipLine(text, maxTodoLength));
  return {
    goal,
    said,
    decisions: newestWithin(decided, room.decisions),
    openTodos: newestWithin(todos.toReversed(), room.todos).toReversed(),
    files: touchedFiles(state, room.files),
    dropped: listDropped(state, count, tokens, room.items),
  };
}

/** The goal is every user message before the first reply, or that of an earlier summary. */
function userMessages(state: TaskState, count: number, room: SummaryRoom): { goal: string; said: SaidItem[] } {
  const { messages, messageSeqs, lastSummary } = state;
  const firstReply = messages.findIndex(({ role }) => role === "assistant");
  const goalEnd = lastSummary ? 1 : Math.min(count, firstReply < 0 ? 1 : firstReply);
  const items = messages.slice(0, count).flatMap((message, index): (SaidItem & { isGoal: boolean })[] => {
    if (message.role !== "user" || (lastSummary && index === 0)) return [];
    return [{ seq: messageSeqs[index] ?? 0, text: messageText(message).trim(), isGoal: index < goalEnd }];
  });
  const goal = items.filter(({ isGoal }) => isGoal).map(({ text }) => text);
  const later = items.filter(({ isGoal, text }) => !isGoal && text !== "").map(({ seq, text }) => ({ seq, text }));
  return {
    goal: clip(lastSummary?.receipt.goal ?? goal.join("\n\n"), room.goal),
    said: boundSaid([...(lastSummary?.receipt.said ?? []), ...later], room),
  };
}

/** The newest message gets the most room; the oldest are dropped first. */
function boundSaid(items: readonly SaidItem[], room: SummaryRoom): SaidItem[] {
  const kept: SaidItem[] = [];
  let left = room.said;
  for (const { seq, text } of items.toReversed()) {
    const isNewest = kept.length === 0;
    const item = { seq, text: clip(text, isNewest ? room.newest : Math.min(room.saidEach, Math.max(0, left))) };
    if (!isNewest) left -= item.text.length;
    if (left < 0) break;
    kept.unshift(item);
  }
  return kept;
}

/** Changed ones first, then those read last. */
function touchedFiles({ seen, filesChanged }: TaskState, characters: number): string[] {
  const paths = [...new Set([...filesChanged, ...[...seen.keys()].toReversed()])];
  let left = characters;
  return paths.filter((path) => {
    left -= path.length + 20;
    return left >= 0;
  });
}

function newestWithin(texts: readonly string[], characters: number): string[] {
  let left = characters;
  const kept: string[] = [];
  for (const text of texts.toReversed()) {
    left -= text.length + 3;
    if (left < 0) break;
    kept.unshift(text);
  }
  return kept;
}
