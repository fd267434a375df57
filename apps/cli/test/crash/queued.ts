import type { TaskEvent } from "@roo-code/types";
import { startProgram } from "../roo.ts";
import { carefulActor, command, conversationOf, write } from "./careful-actor.ts";
import { filesOf } from "./crash-project.ts";
import type { CrashProject, CrashScenario } from "./scenario.ts";

const files = { "a.txt": "before\n", "deep/kept.txt": "kept\n" };
const switchTo = (mode: string) => ({ name: "switch_mode", input: { mode_slug: mode, reason: "as planned" } });

/** Snapshots, hooks, mode switches, and a message sent while a command runs. */
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
  driver: {
    file: "queue-driver.ts",
    // A message that was not acknowledged is sent again.
    resumeArgs(root, killedOutput) {
      const hasStarted = root.some((event) => event.type === "tool.start" && event.callId === "step-1-0");
      return hasStarted && !killedOutput.includes('"acknowledged"') ? ["again"] : [];
    },
  },
  start: [],
  flags: [],
  answer(request, journal) {
    const hasMessage = conversationOf(request).includes("QUEUED");
    const replies = [
      [write("a.txt", "after\n")],
      [command(journal, "first")],
      [switchTo("architect")],
      [write("plan.md", "the plan\n")],
      [switchTo("code")],
      [command(journal, "second")],
      ...(hasMessage ? [[write("extra.txt", "as asked\n")]] : []),
    ];
    return carefulActor({ name: "step", replies, result: "all done" }, request);
  },
  async problems(project, logs) {
    const events = logs.get("root") ?? [];
    return [...hookProblems(events), ...messageProblems(events), ...(await undoProblems(project, events))];
  },
};

function hookProblems(events: readonly TaskEvent[]): string[] {
  const guarded = new Set(events.flatMap((event) => (event.type === "hook.end" && event.callId ? [event.callId] : [])));
  const unguarded = events.flatMap((event) =>
    event.type === "tool.start" && event.name === "execute_command" && !guarded.has(event.callId) ? [event.callId] : [],
  );
  const isChecked = events.some((event) => event.type === "hook.end" && event.on === "onCompletion");
  return [
    ...unguarded.map((callId) => `${callId} started without its hook`),
    ...(isChecked ? [] : ["completed without its hook"]),
  ];
}

function messageProblems(events: readonly TaskEvent[]): string[] {
  const count = events.filter((event) => event.type === "message.added" && event.opId === "queued").length;
  return count === 1 ? [] : [`the queued message is in the log ${count} times`];
}

/** All changes of the task can be undone, whichever process took the snapshots. */
async function undoProblems({ here, cli }: CrashProject, events: readonly TaskEvent[]): Promise<string[]> {
  const first = events.find((event) => event.type === "snapshot.added");
  const start = events[0];
  if (!first || start?.type !== "task.start") return ["there is no snapshot"];
  const args = [cli.program, "undo", "--task", start.taskId, "--to", String(first.seq)];
  const undone = await startProgram(process.execPath, args, { cwd: here.folder, env: here.env }).ended;
  if (undone.code !== 0) return [`undo ended with ${undone.code}: ${undone.stderr}`];
  const left = filesOf(here);
  const expected = JSON.stringify(Object.entries(files));
  return left === expected ? [] : [`undo left ${left}`];
}
