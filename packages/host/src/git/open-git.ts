import { spawn } from "node:child_process";
import { findGit, gitEnvironment, neverRun, type Setting } from "./git-program.ts";

interface GitOutput {
  readonly output: string;
  /** There was more output, and git was stopped. */
  readonly isCut: boolean;
}

/** Runs a read-only git command and returns at most `maxBytes` of its output; undefined when it fails or times out. */
export type Git = (args: readonly string[], maxBytes?: number) => Promise<GitOutput | undefined>;

const defaultMaxBytes = 1024 * 1024;
const timeoutMs = 10_000;

/**
 * Read-only git: it runs no program that a repository's configuration names, fetches nothing and takes no lock. The
 * user's configuration applies, because line endings and ignored files depend on it. undefined without a suitable git.
 */
export async function openGit(parts: GitParts): Promise<Git | undefined> {
  const harmless = await harmlessGit(parts);
  return harmless && ((args, maxBytes) => run({ ...parts, ...harmless, args, maxBytes }));
}

export interface GitParts {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** The program, and settings that keep it from running anything that came with the repository. */
export async function harmlessGit(
  parts: GitParts,
): Promise<{ readonly program: string; readonly settings: readonly Setting[] } | undefined> {
  const program = await findGit(parts.environment.PATH);
  if (program === undefined) return undefined;
  const pattern = "^(filter\\.|core\\.hookspath)";
  const args = ["config", "--show-scope", "-z", "--name-only", "--get-regexp", pattern];
  const found = await run({ ...parts, program, args, maxBytes: undefined, settings: neverRun });
  // Git before 2.31 takes no settings from variables, so it would run what they disable.
  if (!found?.output.includes("command\0core.hookspath\0")) return undefined;
  return { program, settings: [...neverRun, ...filtersOff(found.output)] };
}

/** Filters are programs: those of the user stay, those of the repository are disabled. */
function filtersOff(listing: string): Setting[] {
  const fields = listing.split("\0");
  const names = new Set<string>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = /^filter\.(.+)\.[^.]+$/s.exec(fields[index + 1] ?? "")?.[1];
    if (name !== undefined && fields[index] !== "global" && fields[index] !== "system") names.add(name);
  }
  return [...names].flatMap((name): Setting[] => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]);
}

async function run(request: {
  program: string;
  folder: string;
  environment: NodeJS.ProcessEnv;
  args: readonly string[];
  maxBytes: number | undefined;
  settings: readonly Setting[];
  signal: AbortSignal;
}): Promise<GitOutput | undefined> {
  const { program, folder, environment, args, settings, signal, maxBytes = defaultMaxBytes } = request;
  return new Promise((resolve) => {
    const child = spawn(program, ["--no-pager", ...args], {
      cwd: folder,
      env: { ...gitEnvironment(environment, settings), ...readOnly },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) child.kill("SIGKILL");
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => {
      const isCut = length > maxBytes;
      const output = Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
      resolve(code === 0 || isCut ? { output, isCut } : undefined);
    });
  });
}

const readOnly = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  // No transport has this name, so a repository with missing objects fetches none.
  GIT_ALLOW_PROTOCOL: "none",
};
