import { spawn } from "node:child_process";
import { RooError } from "@roo-code/types";
import { gitEnvironment, gitFailed, type Setting } from "./git-program.ts";
import type { GitParts } from "./open-git.ts";

/** Runs a git command that changes something. `input` is its stdin. Throws `RooError` `git_failed` with its output. */
export type GitChange = (args: readonly string[], input?: string) => Promise<void>;

const changeTimeoutMs = 120_000;
const cloneTimeoutMs = 30 * 60_000;
const maxOutput = 10_000;

/** In a trusted folder hooks and filters run; elsewhere none do. */
const inTrustedFolders: readonly Setting[] = [
  ["core.pager", "cat"],
  ["color.ui", "false"],
];
const notSigned: Setting = ["commit.gpgSign", "false"];

export function changeGit(
  { folder: cwd, environment, signal, isTrusted }: GitParts & { readonly isTrusted: boolean },
  { program, settings: harmless }: { readonly program: string; readonly settings: readonly Setting[] },
): GitChange {
  const settings = isTrusted ? inTrustedFolders : [...harmless, notSigned];
  const env = { ...gitEnvironment(environment, settings), GIT_EDITOR: "true" };
  return async (args, input) => {
    const failure = await run({ program, args, cwd, env, input, signal, timeoutMs: changeTimeoutMs });
    if (failure !== undefined) throw gitFailed(args[0] ?? "", failure);
  };
}

interface CloneRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: readonly Setting[];
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Throws `RooError` `clone_failed` with the output of git. */
export async function runClone({ program, args, environment, settings, variables, signal }: CloneRun): Promise<void> {
  const env = {
    ...gitEnvironment(environment, settings),
    SSH_AUTH_SOCK: environment.SSH_AUTH_SOCK,
    GIT_ASKPASS: "true",
    SSH_ASKPASS_REQUIRE: "never",
    ...variables,
  };
  const failure = await run({ program, args, cwd: "/", env, input: "", signal, timeoutMs: cloneTimeoutMs });
  if (failure === undefined) return;
  throw new RooError({
    code: "clone_failed",
    message: `git could not clone the repository: ${failure.trim().slice(0, 1000) || "it was stopped"}`,
    next: "Check the address, and that git can reach it without asking for a password.",
  });
}

/** undefined when it succeeds; else what it printed, or why it could not be started. */
function run(start: {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}): Promise<string | undefined> {
  const { program, args, cwd, env, input = "", signal, timeoutMs: timeout } = start;
  return new Promise((resolve) => {
    const child = spawn(program, ["--no-pager", ...args], { cwd, env, timeout, killSignal: "SIGKILL", signal });
    let output = "";
    const collect = (text: string) => {
      if (output.length < maxOutput) output += text;
    };
    // Hooks report on either stream.
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.stdin.on("error", () => undefined).end(input);
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => resolve(code === 0 ? undefined : output));
  });
}
