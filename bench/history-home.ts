import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EventDraft, TaskId } from "@roo-code/types";

export const taskCount = 1000;
export const eventsPerTask = 200;
/** Occurs once, in the middle of one task. */
export const rareWord = "quizzaciously";

const vocabulary = Array.from({ length: 20_000 }, (_, index) => wordOf(index));

/** Writes a thousand tasks with prompts, replies and tool results. Returns the size of all logs in bytes. */
export function writeHistory(home: string): number {
  const random = numbers(7);
  let bytes = 0;
  for (let task = 0; task < taskCount; task += 1) {
    const text = logText(task, random);
    bytes += text.length;
    mkdirSync(dirname(logOf(home, task)), { recursive: true });
    writeFileSync(logOf(home, task), text);
  }
  return bytes;
}

export function logOf(home: string, task: number): string {
  return join(home, "tasks", `019a8${String(task).padStart(5, "0")}-bench`, "events.jsonl");
}

function logText(task: number, random: () => number): string {
  const start = Date.UTC(2030, 0, 1) + task * 3_600_000;
  const lines: string[] = [];
  for (let seq = 1; seq <= eventsPerTask; seq += 1) {
    const at = new Date(start + seq * 1000).toISOString();
    lines.push(JSON.stringify({ seq, at, ...draftOf({ task, seq, textOf: (count) => sentence(count, random) }) }));
  }
  return `${lines.join("\n")}\n`;
}

function draftOf({ task, seq, textOf }: { task: number; seq: number; textOf: (count: number) => string }): EventDraft {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 };
  if (seq === 1) {
    const environment = { cwd: `/home/me/project-${task % 7}`, platform: "linux", shell: "bash", date: "2030-01-01" };
    return { type: "task.start", taskId: `019a8${task}` as TaskId, mode: "code", environment, format: 1 };
  }
  if (seq === 2) {
    const content = [{ type: "text" as const, text: textOf(20) }];
    return { type: "message.added", opId: "1", message: { role: "user", content } };
  }
  if (seq === eventsPerTask) {
    return {
      type: "run.end",
      status: "completed",
      result: textOf(20),
      turns: 66,
      usage,
      filesChanged: [],
      durationMs: 1,
    };
  }
  const callId = `call_${Math.floor(seq / 3)}`;
  if (seq % 3 === 0) return { type: "turn.start", turn: seq, attempt: 1 };
  if (seq % 3 === 1) {
    const text = task === taskCount / 2 && seq === 100 ? `${textOf(10)} ${rareWord} ${textOf(10)}` : textOf(30);
    const input = { path: `src/${textOf(1)}.ts` };
    const content = [
      { type: "text" as const, text },
      { type: "tool-call" as const, callId, name: "read_file", input },
    ];
    return { type: "turn.end", turn: seq, message: { role: "assistant", content }, usage, stopReason: "tool-calls" };
  }
  return { type: "tool.end", callId, name: "read_file", content: textOf(150), isError: false, durationMs: 1 };
}

function sentence(count: number, random: () => number): string {
  // A skewed distribution: few words are frequent, most are rare.
  return Array.from({ length: count }, () => vocabulary[Math.floor(random() ** 4 * vocabulary.length)]).join(" ");
}

function wordOf(index: number): string {
  const syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
  return String(index)
    .split("")
    .map((digit) => syllables[Number(digit)])
    .join("");
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
