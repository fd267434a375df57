import type { TaskEvent, TaskEventType } from "@roo-code/types";

export type Speaker = "you" | "agent" | "tool";

/** What somebody said in one event of a task. */
export interface Passage {
  readonly who: Speaker;
  /** The tool's name, where a tool said it. */
  readonly tool?: string;
  readonly text: string;
}

/** Of an event, only so much can be searched. */
const longestText = 512 * 1024;

/** Who speaks in which events, and in which of their fields. */
const speeches: Readonly<Partial<Record<TaskEventType, { who: Speaker; fields: readonly string[] }>>> = {
  "message.added": { who: "you", fields: ["message"] },
  "question.end": { who: "you", fields: ["answer"] },
  "approval.end": { who: "you", fields: ["feedback"] },
  "turn.end": { who: "agent", fields: ["message"] },
  "question.requested": { who: "agent", fields: ["question", "suggestions"] },
  "tool.end": { who: "tool", fields: ["content"] },
};
const spokenTypes = Object.keys(speeches).map((type) => `"type":"${type}"`);

/** By the beginning of a line, where `type` stands: most events say nothing and need not be parsed. */
export function maySpeak(lineStart: string): boolean {
  return spokenTypes.some((type) => lineStart.includes(type));
}

/** undefined for an event that says nothing. Takes fields as they come: the log may be damaged or of a newer version. */
export function passageOf(event: TaskEvent): Passage | undefined {
  const speech = speeches[event.type];
  if (!speech) return undefined;
  const parts: string[] = [];
  for (const field of speech.fields) {
    const value = valueOf(event, field);
    collectText(field === "message" ? partsOf(value) : value, parts);
  }
  const text = parts.join("\n").slice(0, longestText);
  if (text.trim() === "") return undefined;
  const tool = speech.who === "tool" ? valueOf(event, "name") : undefined;
  return { who: speech.who, text, ...(typeof tool === "string" && { tool }) };
}

/** Texts, thoughts and the arguments of calls; no pictures and no signatures. */
function partsOf(message: unknown): readonly unknown[] {
  const content = valueOf(message, "content");
  if (!Array.isArray(content)) return [content];
  return content.flatMap((part: unknown) => [valueOf(part, "text"), valueOf(part, "input")]);
}

function valueOf(record: unknown, key: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, key) : undefined;
}

/** The strings within a value, in order. Nobody speaks deeper down, and the stack is not endless. */
function collectText(value: unknown, into: string[], depth = 32): void {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "object" && value !== null && depth > 0) {
    for (const item of Object.values(value)) collectText(item, into, depth - 1);
  }
}
