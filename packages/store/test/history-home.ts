import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { type EventDraft, noUsage, type TaskId } from "@roo-code/types";
import type { HistorySearch } from "../src/history/history-hit.ts";
import { searchHistory } from "../src/history/search-history.ts";
import { tempFolder } from "./temp-folder.ts";

/** A home with tasks that can be searched, and a fixed clock. */
export function historyHome() {
  const home = tempFolder("home");
  const clock = new FakeClock();
  const paths = { tasksFolder: join(home, "tasks"), cacheFolder: join(home, "cache"), clock };
  const logOf = (name: string) => join(paths.tasksFolder, name, "events.jsonl");
  return {
    home,
    clock,
    paths,
    logOf,
    index: join(paths.cacheFolder, "history.sqlite"),
    /** Writes a log directly, even if the task is held. Returns the task's id. */
    write(name: string, drafts: readonly EventDraft[], at = clock.now()): TaskId {
      const file = logOf(name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, logText(drafts, at));
      return testTaskId(name);
    },
    search: (text: string, options: { limit?: number; cwd?: string } = {}): Promise<HistorySearch> =>
      searchHistory(paths, { text, limit: 20, from: "/", ...options }),
    /** Every file below the home that contains the word. */
    filesWith: (word: string): string[] =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file, "latin1").toLowerCase().includes(word)),
  };
}

export function logText(drafts: readonly EventDraft[], at: number, firstSeq = 1): string {
  const stamped = drafts.map((draft, index) => ({ seq: firstSeq + index, at: new Date(at).toISOString(), ...draft }));
  return stamped.map((event) => `${JSON.stringify(event)}\n`).join("");
}

export function reply(text: string, input: unknown = {}): EventDraft {
  const call = { type: "tool-call" as const, callId: "1", name: "read_file", input };
  return {
    type: "turn.end",
    turn: 1,
    message: { role: "assistant", content: [{ type: "text", text }, call] },
    usage: noUsage(),
    stopReason: "tool-calls",
  };
}

export function toolResult(content: string): EventDraft {
  return { type: "tool.end", callId: "1", name: "read_file", content, isError: false, durationMs: 1 };
}

/** A complete task with this prompt and these events. */
export function taskWith(prompt: string, ...events: EventDraft[]): EventDraft[] {
  const { message, runEnd, runStart, taskStart } = eventDrafts;
  return [taskStart(testTaskId("task")), message(prompt), runStart(), ...events, runEnd("completed")];
}
