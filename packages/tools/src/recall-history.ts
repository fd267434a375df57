import {
  defineTool,
  messageText,
  type TaskEvent,
  type TaskHistory,
  ToolFailure,
  type ToolPorts,
} from "@roo-code/types";
import * as z from "zod";
import { looseInput, looseNumber } from "./loose-input.ts";
import description from "./recall-history.md";

const input = looseInput(
  {
    seq: looseNumber.optional(),
    to: looseNumber.optional(),
    search: z.string().optional(),
    offset: looseNumber.optional().describe("Character to start at, for a long event"),
  },
  { names: { event: "seq", id: "seq", number: "seq", from: "seq", query: "search", words: "search" } },
);

const maxCharacters = 40_000;
const maxHits = 20;
const excerptRadius = 120;

export const recallHistory = defineTool({
  name: "recall_history",
  kind: "read",
  group: "modes",
  description,
  input,
  async run({ seq, to, search, offset = 0 }, { ports }) {
    const entries = entriesOf(await requireHistory(ports).events());
    if (seq !== undefined)
      return { content: windowOf(entriesIn(entries, seq, to ?? seq), Math.max(0, Math.floor(offset))) };
    if (search?.trim()) return { content: describeHits(entries, search.trim()) };
    throw new ToolFailure("invalid_input", "Pass an event number as seq, or search terms as search.");
  },
});

function requireHistory({ history }: ToolPorts): TaskHistory {
  if (history) return history;
  throw new ToolFailure("no_history", "The log of this task is not available.");
}

/** The text of one event. */
interface Entry {
  readonly seq: number;
  readonly title: string;
  readonly text: string;
  /** For a result: the reply it belongs to. */
  readonly reply?: number;
}

function entriesOf(events: readonly TaskEvent[]): Entry[] {
  let reply = 0;
  return events.flatMap((event): Entry[] => {
    const { seq } = event;
    if (event.type === "message.added") return [{ seq, title: "message", text: partsOf(event.message.content) }];
    if (event.type === "tool.end") return [{ seq, title: `result of ${event.name}`, text: event.content, reply }];
    if (event.type === "summary.added") return [{ seq, title: "summary", text: messageText(event.message) }];
    if (event.type !== "turn.end") return [];
    reply = seq;
    return [{ seq, title: "reply", text: partsOf(event.message.content) }];
  });
}

type Content = Extract<TaskEvent, { type: "turn.end" | "message.added" }>["message"]["content"];

function partsOf(content: Content): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "tool-call") return `${part.name} ${part.malformed ?? JSON.stringify(part.input)}`;
      return part.type === "image" ? "(image)" : "";
    })
    .filter(Boolean)
    .join("\n");
}

/** A result comes with the reply that has its call, and the other results of that reply. */
function entriesIn(entries: readonly Entry[], from: number, to: number): Entry[] {
  const start = entries.find(({ seq }) => seq === from)?.reply ?? from;
  const found = entries.filter(({ seq }) => seq >= start && seq <= to);
  if (found.length > 0) return found;
  const [first, newest] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  throw new ToolFailure(
    "unknown_event",
    `There is no message in event ${from}${to === from ? "" : ` to ${to}`}. Events are numbered ${first} to ${newest}; use search to find one.`,
  );
}

function windowOf(entries: readonly Entry[], offset: number): string {
  const whole = entries.map(({ seq, title, text }) => `[${seq}] ${title}:\n${text}`).join("\n\n");
  const end = offset + maxCharacters;
  const shown = whole.slice(offset, end);
  if (shown === "") return `Offset ${offset} is beyond the end: there are ${whole.length} characters.`;
  return end < whole.length ? `${shown}\n(${whole.length - end} more characters: continue with offset ${end})` : shown;
}

function describeHits(entries: readonly Entry[], search: string): string {
  const terms = search.toLowerCase().split(/\s+/);
  const hits = entries.flatMap((entry) => {
    if (entry.title === "summary") return [];
    const text = entry.text.toLowerCase();
    return terms.every((term) => text.includes(term)) ? [hitLine(entry, text.indexOf(terms[0] ?? ""))] : [];
  });
  if (hits.length === 0) return `No event contains ${terms.map((term) => `"${term.slice(0, 80)}"`).join(" and ")}.`;
  const more =
    hits.length > maxHits ? [`(${hits.length - maxHits} earlier ones are not listed: use more search terms)`] : [];
  return [...more, ...hits.slice(-maxHits)].join("\n");
}

function hitLine({ seq, title, text }: Entry, at: number): string {
  const start = Math.max(0, at - excerptRadius);
  return `[${seq}] ${title}: …${text.slice(start, at + excerptRadius).replace(/\s+/g, " ")}…`;
}
