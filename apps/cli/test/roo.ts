import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunResult, TaskEvent } from "@roo-code/types";

export const rooProgram = fileURLToPath(new URL("../../../bin/roo", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TestProject extends Disposable {
  readonly home: string;
  /** The folder the agent works in. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  path(relative: string): string;
  write(relative: string, content: string): void;
  read(relative: string): string;
  /** Writes a replay script next to the workspace; returns its path. */
  script(replies: readonly object[]): string;
  start(args: readonly string[], options?: { env?: NodeJS.ProcessEnv; input?: string }): Started;
  roo(args: readonly string[], options?: { env?: NodeJS.ProcessEnv; input?: string }): Promise<Outcome>;
  /** `roo run --output json` on a script, parsed. */
  run(
    replies: readonly object[],
    ...more: string[]
  ): Promise<{ code: number | null; result: RunResult; stderr: string }>;
  taskIds(): string[];
  events(taskId: string): TaskEvent[];
}

export interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Outcome>;
  /** Resolves to the first match in its output, on stdout unless said otherwise; rejects if it ends without one. */
  readonly prints: (pattern: RegExp, from?: "stdout" | "stderr" | "either") => Promise<RegExpExecArray>;
}

/** A temporary home and workspace, without any key of this machine. */
export function createProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-cli-")));
  const [home, folder] = [join(base, "home"), join(base, "work")];
  mkdirSync(folder);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env: NodeJS.ProcessEnv = { PATH, NODE_COMPILE_CACHE, HOME: base, ROO_HOME: home, CI: "1", NO_COLOR: "1" };
  const path = (relative: string) => join(folder, relative);
  const write = (relative: string, content: string) => {
    mkdirSync(dirname(path(relative)), { recursive: true });
    writeFileSync(path(relative), content);
  };
  for (const [relative, content] of Object.entries(files)) write(relative, content);
  let scripts = 0;

  const start: TestProject["start"] = (args, options = {}) =>
    startProgram(rooProgram, args, {
      cwd: folder,
      env: { ...env, ...options.env },
      input: options.input,
    });
  const script: TestProject["script"] = (replies) => {
    const file = join(base, `script-${(scripts += 1)}.jsonl`);
    writeFileSync(file, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(""));
    return file;
  };
  return {
    home,
    folder,
    env,
    path,
    write,
    script,
    start,
    read: (relative) => readFileSync(path(relative), "utf8"),
    roo: (args, options) => start(args, options).ended,
    async run(replies, ...more) {
      const { code, stdout, stderr } = await start([
        "run",
        "--replay",
        script(replies),
        "--output",
        "json",
        ...more,
        "do it",
      ]).ended;
      return { code, stderr, result: JSON.parse(stdout || `{"error":${JSON.stringify(stderr)}}`) as RunResult };
    },
    taskIds: () => readdirSync(join(home, "tasks")),
    events: (taskId) => parseLines(readFileSync(join(home, "tasks", taskId, "events.jsonl"), "utf8")) as TaskEvent[],
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

export function startProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; input?: string },
): Started {
  const child = spawn(program, args, { cwd: options.cwd, env: options.env, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  const prints: Started["prints"] = (pattern, from = "stdout") =>
    new Promise((resolve, reject) => {
      const search = (): boolean => {
        const found = pattern.exec({ stdout, stderr, either: `${stdout}\n${stderr}` }[from]);
        if (found) resolve(found);
        return found !== null;
      };
      if (search()) return;
      child.stdout.on("data", search);
      child.stderr.on("data", search);
      const onEnd = ({ code }: Outcome): void => reject(new Error(`exited with ${code} without ${pattern}: ${stderr}`));
      ended.then(onEnd, reject);
    });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, prints };
}

export function parseLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}

export const complete = (result: string) => ({ toolCalls: [{ name: "attempt_completion", input: { result } }] });
export const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] });
