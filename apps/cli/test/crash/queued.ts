import type { TaskEvent } from "@roo-code/types";
import { startProgram } from "../roo.ts";
import { carefulActor, command, conversationOf, write } from "./careful-actor.ts";
import { filesOf } from "./crash-place.ts";
import type { CrashPlace, CrashScenario } from "./scenario.ts";

const files = { "a.txt": "before\n", "deep/kept.txt": "kept\n" };
const switchTo = (mode: string) => ({ name: "switch_mode", input: { mode_slug: mode, reason: "as planned" } });

/** Snapshots, hooks, changes of the mode, and a message that is said while a command runs. */
export const queued: CrashScenario = {
  name: "undo, hooks, queued message",
  files,
  homeFiles: {
    "hooks.json": JSON.stringify({
      hooks: {
        beforeTool: [{ match: "execute_command", name: "guard", command: "exit 0" }],
        afterTool: [{ match: "write_to_file", name: "noted", command: `echo '{"note":"noted"}'` }],
        onCompletion: [{ name: "tests", command: "test -e extra.txt || { echo 'extra.txt is missing' >&2; exit 2; }" }],
      },
    }),
  },
  isQueued: true,
  start: [],
  flags: [],
  answer(request, journal) {
    const isTold = conversationOf(request).includes("QUEUED");
    const replies = [
      [write("a.txt", "after\n")],
      [command(journal, "first")],
      [switchTo("architect")],
      [write("plan.md", "the plan\n")],
      [switchTo("code")],
      [command(journal, "second")],
      ...(isTold ? [[write("extra.txt", "as asked\n")]] : []),
    ];
    return carefulActor({ name: "step", replies, result: "all done" }, request);
  },
  async problems(place, logs) {
    const events = logs.get("root") ?? [];
    return [...hookProblems(events), ...messageProblems(events), ...(await undoProblems(place, events))];
  },
};

function hookProblems(events: readonly TaskEvent[]): string[] {
  const guarded = new Set(events.flatMap((event) => (event.type === "hook.end" && event.callId ? [event.callId] : [])));
  const unguarded = events.flatMap((event) =>
    event.type === "tool.start" && event.name === "execute_command" && !guarded.has(event.callId) ? [event.callId] : [],
  );
  const isChecked = events.some((event) => event.type === "hook.end" && event.on === "onCompletion");
  return [
    ...unguarded.map((callId) => `${callId} began without its hook`),
    ...(isChecked ? [] : ["completed without its hook"]),
  ];
}

function messageProblems(events: readonly TaskEvent[]): string[] {
  const said = events.filter((event) => event.type === "message.added" && event.opId === "queued").length;
  return said === 1 ? [] : [`the queued message is in the log ${said} times`];
}

/** All that the task changed can be taken back, whichever process made the snapshots. */
async function undoProblems({ here, cli }: CrashPlace, events: readonly TaskEvent[]): Promise<string[]> {
  const first = events.find((event) => event.type === "snapshot.added");
  const start = events[0];
  if (!first || start?.type !== "task.start") return ["there is no snapshot"];
  const args = [cli.program, "undo", "--task", start.taskId, "--to", String(first.seq)];
  const undone = await startProgram(process.execPath, args, { cwd: here.folder, env: here.env }).ended;
  if (undone.code !== 0) return [`undo ended with ${undone.code}: ${undone.stderr}`];
  const left = filesOf(here);
  const wanted = JSON.stringify(Object.entries(files));
  return left === wanted ? [] : [`undo left ${left}`];
}
