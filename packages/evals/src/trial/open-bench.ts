import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { LocalWorkspace, WorkspaceSandbox } from "@roo-code/workspace";
import type { Exercise } from "../exercise.ts";
import { type Bench, type BenchCommand, type BenchRun, GradingStopped } from "../graders/bench.ts";
import { toolchainMissing } from "../graders/find-program.ts";
import { findPackaged } from "../packaged-files.ts";
import type { Flag } from "./flag-policy.ts";
import { openSealedWorkspace, shellLine } from "./sealed-workspace.ts";
import { watchTests } from "./watch-tests.ts";

const defaultSeconds = 180;
const maxOutputBytes = 64 * 1024;

interface BenchOptions {
  readonly exercise: Exercise;
  /** Contains the copy and everything created on the bench. */
  readonly root: string;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly memoryBytes?: number | undefined;
}

/** Throws `RooError` `toolchain_missing` if the exercise needs a sandbox and there is none. */
export async function openBench({
  exercise,
  root,
  home,
  signal,
  memoryBytes,
}: BenchOptions): Promise<Bench & AsyncDisposable & { readonly tampering: readonly Flag[] }> {
  const folder = join(root, exercise.name);
  const [build, results, runners] = [
    createFolder(root, "build"),
    createFolder(root, "results"),
    createFolder(root, "runners"),
  ];
  const mounts = mountsFor(exercise, { folder, results });
  const workspace = openSealedWorkspace({ root, home, mounts, memoryBytes });
  if (mounts.length > 0 && (await workspace.enforcement()).kind === "none")
    throw toolchainMissing(
      "This exercise expects the folders of a container, and there is no sandbox to mount them.",
      "Install bubblewrap.",
    );
  const deadline = performance.now() + (exercise.gradingSeconds ?? defaultSeconds) * 1000;
  const at = exercise.grader.kind === "command" ? exercise.grader.at : undefined;
  const nonce = randomBytes(16).toString("hex");
  const watched = { folder, tests: exercise.tests, runners, nonce };
  const ownResults = exercise.grader.kind === "command" ? undefined : results;
  const tampering: Flag[] = [];
  return {
    tampering,
    folder,
    pristine: exercise.folder,
    tests: exercise.tests,
    release: exercise.grader.kind !== "command" && (exercise.grader.release ?? false),
    build,
    results,
    nonce,
    cache: join(home, "cache", "evals"),
    copyRunner: (runner) => {
      cpSync(findPackaged(`runners/${runner}`), join(runners, basename(runner)), { recursive: true });
      return join(runners, basename(runner));
    },
    run: async (command) => {
      const findTampering = watchTests({ ...watched, results: ownResults });
      const timeoutMs = deadline - performance.now();
      const result = await run(workspace, { command, cwd: exercise.name, at, signal, timeoutMs });
      tampering.push(...findTampering());
      return result;
    },
    [Symbol.asyncDispose]: () => workspace.dispose(),
  };
}

function createFolder(root: string, name: string): string {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

/** The folders of a container, for an exercise that was written for one. */
function mountsFor(
  { grader }: Exercise,
  { folder, results }: { folder: string; results: string },
): NonNullable<WorkspaceSandbox["extraMounts"]> {
  if (grader.kind !== "command") return [];
  const { at, mounts = [] } = grader;
  if (at === undefined && mounts.length === 0) return [];
  mkdirSync(join(results, "logs", "verifier"), { recursive: true });
  return [
    ...(at === undefined ? [] : [{ kind: "write", source: folder, target: at } as const]),
    ...mounts.map((mount) => ({ kind: "read", source: mount.from, target: mount.at }) as const),
    { kind: "write", source: join(results, "logs"), target: "/logs" },
  ];
}

interface RunOptions {
  readonly command: BenchCommand;
  readonly cwd: string;
  readonly at: string | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function run(workspace: LocalWorkspace, { command, cwd, at, signal, timeoutMs }: RunOptions): Promise<BenchRun> {
  const variables = Object.entries(command.environment ?? {}).map(([name, value]) => `${name}=${value}`);
  const line = shellLine(["env", ...variables, ...command.argv]);
  const redirected = command.outputFile === undefined ? line : `${line} > ${shellLine([command.outputFile])}`;
  const { exitCode, ended, output, ranOutOfMemory } = await workspace.execute({
    command: at === undefined ? redirected : `cd ${shellLine([at])} && ${redirected}`,
    cwd,
    timeoutMs: Math.max(1, timeoutMs),
    signal,
    maxOutputBytes,
    onOutput: () => undefined,
  });
  if (ended === "abort") throw new GradingStopped("abort", output);
  if (ranOutOfMemory) throw new GradingStopped("memory", output);
  if (ended === "timeout") throw new GradingStopped("time", output);
  return { exitCode, output };
}
