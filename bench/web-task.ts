import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventDraft, TaskId } from "@roo-code/types";

const usage = { inputTokens: 900, outputTokens: 80, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.01 };

/** Writes a task with this many messages, half of them replies with a call and its result. Returns its id. */
export function writeLongTask(home: string, { messages, folder }: { messages: number; folder: string }): string {
  const taskId = `019a9${String(messages).padStart(5, "0")}-long`;
  const drafts = [...draftsOf(taskId, folder, messages)];
  const start = Date.UTC(2030, 0, 1);
  const lines = drafts.map((draft, index) =>
    JSON.stringify({ seq: index + 1, at: new Date(start + index * 1000).toISOString(), ...draft }),
  );
  mkdirSync(join(home, "tasks", taskId), { recursive: true });
  writeFileSync(join(home, "tasks", taskId, "events.jsonl"), `${lines.join("\n")}\n`);
  return taskId;
}

function* draftsOf(taskId: string, cwd: string, messages: number): Generator<EventDraft> {
  const environment = { cwd, platform: "linux", shell: "bash", date: "2030-01-01" };
  yield { type: "task.start", taskId: taskId as TaskId, mode: "code", environment, format: 1 };
  for (let message = 1; message < messages; message += 2) {
    const callId = `call_${message}`;
    yield {
      type: "message.added",
      opId: `op-${message}`,
      message: { role: "user", content: [{ type: "text", text: `Question ${message} about the parser` }] },
    };
    yield { type: "turn.start", turn: message, attempt: 1 };
    const text = `Answer ${message}: the parser reads \`token\` after token, and then\n\n- checks it\n- keeps it\n`;
    const call = { type: "tool-call", callId, name: "read_file", input: { path: `src/part-${message}.ts` } } as const;
    const content = [{ type: "text", text } as const, call];
    yield { type: "turn.end", turn: message, message: { role: "assistant", content }, usage, stopReason: "tool-calls" };
    const result = "export const value = 1;\n".repeat(20);
    yield { type: "tool.end", callId, name: "read_file", content: result, isError: false, durationMs: 3 };
  }
  yield {
    type: "run.end",
    status: "completed",
    result: "The last message.",
    turns: messages / 2,
    usage,
    filesChanged: [],
    durationMs: 1,
  };
}
