import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chatServer } from "@roo-code/testkit";
import type { TaskEvent } from "@roo-code/types";
import { carefulModel } from "./careful-model.ts";
import { type Outcome, type Place, parseLines, place, rooProgram, startProgram } from "./roo.ts";

export interface KillReport {
  /** Which fdatasync the process was killed at. */
  readonly point: number;
  /** The run ended before there was an n-th fdatasync. */
  readonly survived: boolean;
  readonly events: number;
  readonly problems: readonly string[];
}

/** Runs the careful model's task, kills it at the n-th fdatasync, resumes it, and looks for anything lost or done twice. */
export async function killAt(point: number): Promise<KillReport> {
  using here = place();
  const server = await chatServer();
  server.push(...Array.from({ length: 200 }, () => carefulModel));
  try {
    const args = [
      "--base-url",
      server.baseUrl,
      "--model",
      "careful",
      "--auto-approve",
      "edit,command",
      "--output",
      "ndjson",
    ];
    const killed = await underStrace(here, point, ["run", ...args, "do it"]);
    const survived = killed.code === 0;
    const [taskId] = existsSync(join(here.home, "tasks")) ? here.taskIds() : [];
    // Killed before anything was promised: there is nothing to resume.
    if (taskId === undefined) return { point, survived, events: 0, problems: [] };
    const resumed = survived ? killed : await here.roo(["run", ...args, "--resume", taskId]);
    return { point, survived, events: here.events(taskId).length, problems: problemsOf(here, taskId, killed, resumed) };
  } finally {
    await server.close();
  }
}

/** One worker thread, because strace counts per thread. */
function underStrace(here: Place, point: number, args: readonly string[]): Promise<Outcome> {
  const inject = `inject=fdatasync:signal=SIGKILL:when=${point}`;
  const strace = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", inject, rooProgram, ...args];
  return startProgram("strace", strace, { cwd: here.folder, env: { ...here.env, UV_THREADPOOL_SIZE: "1" } }).ended;
}

function problemsOf(here: Place, taskId: string, killed: Outcome, resumed: Outcome): string[] {
  const events = here.events(taskId);
  const problems: string[] = [];
  if (resumed.code !== 0) problems.push(`resume ended with ${resumed.code}: ${resumed.stderr}`);
  if (events.some(({ seq }, index) => seq !== index + 1)) problems.push("the numbers have a gap");
  const stored = new Map(events.map((event) => [event.seq, JSON.stringify(event)]));
  for (const event of shownEvents(killed.stdout)) {
    if (stored.get(event.seq) !== JSON.stringify(event)) problems.push(`event ${event.seq} was shown and is lost`);
  }
  const ends = events.flatMap((event) => (event.type === "tool.end" ? [event.callId] : []));
  if (new Set(ends).size !== ends.length) problems.push("a call has two results");
  const journal = readFileSync(here.path("journal.txt"), "utf8").trim().split("\n");
  if (new Set(journal).size !== journal.length) problems.push(`a command ran twice: ${journal.join(", ")}`);
  if (filesOf(here) !== expectedFiles) problems.push(`the files differ: ${filesOf(here)}`);
  return problems;
}

/** The last line may be half: the process died while it wrote it. */
function shownEvents(stdout: string): TaskEvent[] {
  const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  return (parseLines(whole) as (TaskEvent & { live?: true })[]).filter(({ live, seq }) => !live && seq !== undefined);
}

const expectedFiles = JSON.stringify([
  ["a.txt", "one\nTWO\nTHREE\n"],
  ["deep/b.txt", "b\n"],
  ["made-1.txt", "result of 1\n"],
  ["made-4.txt", "result of 4\n"],
  ["made-7.txt", "result of 7\n"],
]);

function filesOf(here: Place): string {
  const names = readdirSync(here.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "journal.txt")
    .map((entry) => join(entry.parentPath, entry.name).slice(here.folder.length + 1))
    .sort();
  return JSON.stringify(names.map((name) => [name, here.read(name)]));
}
