import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type ChatRequest, chatServer } from "@roo-code/testkit/chat-server";
import type { TaskEvent } from "@roo-code/types";
import { carefulModel } from "./careful-model.ts";
import { type DiskCall, straceArguments } from "./crash/kill-point.ts";
import { createProject, type Outcome, parseLines, rooProgram, startProgram, type TestProject } from "./roo.ts";

const prompt = "do it as planned";

export interface KillReport {
  /** The number of the call at which the process was killed. */
  readonly point: number;
  /** The run ended before the n-th call. */
  readonly survived: boolean;
  readonly events: number;
  readonly problems: readonly string[];
}

/** Runs the careful model's task, kills it at the n-th such call, resumes it, and reports anything lost or done twice. */
export async function killAt(point: number, call: DiskCall = "fdatasync", again?: number): Promise<KillReport> {
  using here = createProject();
  const server = await chatServer();
  let unprompted = 0;
  server.push(
    ...Array.from({ length: 200 }, () => (request: ChatRequest) => {
      if (!JSON.stringify(request.body).includes(prompt)) unprompted += 1;
      return carefulModel(request);
    }),
  );
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
    const killed = await underStrace(here, { point, call }, ["run", ...args, prompt]);
    const survived = killed.code === 0;
    const [taskId] = existsSync(join(here.home, "tasks")) ? here.taskIds() : [];
    // Killed before anything was acknowledged: there is nothing to resume.
    if (taskId === undefined || !hasEvents(here, taskId)) {
      const problems = shownEvents(killed.stdout).map(({ seq }) => `event ${seq} was shown and is lost`);
      return { point, survived, events: 0, problems };
    }
    const hasPrompt = here.events(taskId).some(({ type }) => type === "message.added");
    const resumeArgs = ["run", ...args, "--resume", taskId, ...(hasPrompt ? [] : [prompt])];
    // The resumed process may be killed as well.
    if (!survived && again !== undefined) await underStrace(here, { point: again, call }, resumeArgs);
    const resumed = survived ? killed : await here.roo(resumeArgs);
    const problems = problemsOf(here, taskId, killed, resumed);
    if (unprompted > 0) problems.push("the model got a request without the prompt");
    return { point, survived, events: here.events(taskId).length, problems };
  } finally {
    await server.close();
  }
}

function hasEvents(here: TestProject, taskId: string): boolean {
  return existsSync(join(here.home, "tasks", taskId, "events.jsonl")) && here.events(taskId).length > 0;
}

/** Kills it at the n-th such call. One worker thread, because strace counts per thread. */
export function underStrace(
  here: TestProject,
  { point, call }: { point: number; call: DiskCall },
  args: readonly string[],
): Promise<Outcome> {
  const [strace = "", ...options] = straceArguments({ call, number: point });
  const env = { ...here.env, UV_THREADPOOL_SIZE: "1" };
  return startProgram(strace, [...options, rooProgram, ...args], { cwd: here.folder, env }).ended;
}

function problemsOf(here: TestProject, taskId: string, killed: Outcome, resumed: Outcome): string[] {
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
  const journal = existsSync(here.path("journal.txt")) ? here.read("journal.txt").trim().split("\n") : [];
  if (new Set(journal).size !== journal.length) problems.push(`a command ran twice: ${journal.join(", ")}`);
  if (filesOf(here) !== expectedFiles) problems.push(`the files differ: ${filesOf(here)}`);
  return problems;
}

/** The last line may be incomplete: the process died while writing it. */
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

function filesOf(here: TestProject): string {
  const names = readdirSync(here.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "journal.txt")
    .map((entry) => join(entry.parentPath, entry.name).slice(here.folder.length + 1))
    .sort();
  return JSON.stringify(names.map((name) => [name, here.read(name)]));
}
