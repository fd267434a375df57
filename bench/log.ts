import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileEventLog } from "@roo-code/store";
import { type Clock, type EventDraft, emptyTask, foldEvent, type TaskId } from "@roo-code/types";
import { median, ms, printTable } from "./table.ts";

const appends = 400;
const rounds = 7;
const events = 10_000;
const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: () => Promise.resolve() };
const draft: EventDraft = { type: "notice.added", code: "bench", message: "x".repeat(400) };

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-log-"));
  const tasks = new FileEventLog({ tasksFolder: folder, clock });
  const rates: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      rates.floor.push(appends / bareAppends(join(folder, `bare-${round}`)));
      rates.ours.push(appends / (await ourAppends(tasks, `bench-${round}` as TaskId)));
    }
    const replay = await replayTimes(tasks, folder);
    const [floor, ours] = [median(rates.floor), median(rates.ours)];
    printTable(`log (medians of ${rounds} rounds)`, [
      {
        what: "durable appends, one task",
        floor: `${(floor * 1000).toFixed(0)}/s`,
        ours: `${(ours * 1000).toFixed(0)}/s`,
        figure: `${(ours / floor).toFixed(2)} ×`,
        target: "≥ 0.6 ×",
        isMet: ours / floor >= 0.6,
      },
      {
        what: `read and fold ${events} events, against JSON.parse`,
        floor: ms(replay.parse),
        ours: ms(replay.ours),
        figure: `${(replay.ours / replay.parse).toFixed(2)} ×`,
        target: "≤ 3 ×",
        isMet: replay.ours / replay.parse <= 3,
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bareAppends(file: string): number {
  const descriptor = openSync(file, "a");
  const startedAt = performance.now();
  for (let count = 0; count < appends; count += 1) {
    writeSync(descriptor, `${JSON.stringify({ seq: count, at: new Date().toISOString(), ...draft })}\n`);
    fdatasyncSync(descriptor);
  }
  const elapsed = performance.now() - startedAt;
  closeSync(descriptor);
  return elapsed;
}

async function ourAppends(tasks: FileEventLog, taskId: TaskId): Promise<number> {
  const writer = await tasks.create(taskId);
  const startedAt = performance.now();
  for (let count = 0; count < appends; count += 1) await writer.append([draft]).durable;
  const elapsed = performance.now() - startedAt;
  await writer.close();
  return elapsed;
}

async function replayTimes(tasks: FileEventLog, folder: string): Promise<{ parse: number; ours: number }> {
  const taskId = "bench-replay" as TaskId;
  const writer = await tasks.create(taskId);
  await writer.append(Array.from({ length: events }, (_, index) => variedDraft(index))).durable;
  await writer.close();
  const lines = readFileSync(join(folder, taskId, "events.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const samples: Record<"parse" | "ours", number[]> = { parse: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.parse.push(await timed(async () => lines.map((line): unknown => JSON.parse(line))));
    samples.ours.push(
      await timed(async () => {
        const state = emptyTask();
        for (const event of await tasks.read(taskId)) foldEvent(state, event);
        return state;
      }),
    );
  }
  return { parse: median(samples.parse), ours: median(samples.ours) };
}

/** A mix of events like in a real task: replies, calls, results. */
function variedDraft(index: number): EventDraft {
  const callId = `call_${Math.floor(index / 4)}`;
  switch (index % 4) {
    case 0:
      return { type: "turn.start", turn: index, attempt: 1 };
    case 1:
      return {
        type: "turn.end",
        turn: index,
        message: {
          role: "assistant",
          content: [
            { type: "text", text: "Let me look." },
            {
              type: "tool-call",
              callId: `call_${Math.floor(index / 4)}`,
              name: "read_file",
              input: { path: "src/index.ts" },
            },
          ],
        },
        usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 },
        stopReason: "tool-calls",
      };
    case 2:
      return { type: "tool.start", callId, name: "read_file", kind: "action" };
    default:
      return {
        type: "tool.end",
        callId,
        name: "read_file",
        content: "some line of code\n".repeat(50),
        isError: false,
        durationMs: 1,
      };
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
