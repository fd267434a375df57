import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

export interface GitAnswer {
  readonly output: string;
  /** It had more to say and was stopped. */
  readonly isCut: boolean;
}

/** What git says about a folder, at most so many bytes of it; undefined when it fails, or takes too long. */
export type Git = (words: readonly string[], maxBytes?: number) => Promise<GitAnswer | undefined>;

const usualBytes = 1024 * 1024;
const timeoutMs = 10_000;

/**
 * Git that only looks: no program that a repository's own configuration names is run, nothing is fetched, no lock is
 * taken. The person's own configuration counts, because line ends and ignored files depend on it. undefined where there
 * is no git that can be told so.
 */
export async function openGit(parts: {
  folder: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}): Promise<Git | undefined> {
  const program = await findGit(parts.environment.PATH);
  if (program === undefined) return undefined;
  const plain: Git = (words, maxBytes) => run({ ...parts, program, words, maxBytes, settings: neverRun });
  const pattern = "^(filter\\.|core\\.hookspath)";
  const asked = await plain(["config", "--show-scope", "-z", "--name-only", "--get-regexp", pattern]);
  // Git before 2.31 does not take settings from variables: it would run what they switch off.
  if (!asked?.output.includes("command\0core.hookspath\0")) return undefined;
  const settings = [...neverRun, ...filtersOff(asked.output)];
  return (words, maxBytes) => run({ ...parts, program, words, maxBytes, settings });
}

type Setting = readonly [key: string, value: string];

const nowhere = process.platform === "win32" ? "NUL" : "/dev/null";
const neverRun: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", nowhere],
  ["core.pager", "cat"],
  ["core.quotePath", "false"],
  ["status.submoduleSummary", "false"],
  ["log.showSignature", "false"],
  ["color.ui", "false"],
];

/** Filters are programs; those of the person stay, those that came with the repository do not. */
function filtersOff(listing: string): Setting[] {
  const fields = listing.split("\0");
  const names = new Set<string>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = /^filter\.(.+)\.[^.]+$/s.exec(fields[index + 1] ?? "")?.[1];
    if (name !== undefined && fields[index] !== "global" && fields[index] !== "system") names.add(name);
  }
  return [...names].flatMap((name): Setting[] => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]);
}

async function findGit(path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(delimiter)) {
    // A relative entry would run a program of the workspace.
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, process.platform === "win32" ? "git.exe" : "git");
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
}

async function run(request: {
  program: string;
  folder: string;
  environment: NodeJS.ProcessEnv;
  words: readonly string[];
  maxBytes: number | undefined;
  settings: readonly Setting[];
  signal: AbortSignal;
}): Promise<GitAnswer | undefined> {
  const { program, folder, environment, words, settings, signal, maxBytes = usualBytes } = request;
  return new Promise((resolve) => {
    const child = spawn(program, ["--no-pager", ...words], {
      cwd: folder,
      env: gitEnvironment(environment, settings),
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

/** Nothing that points git elsewhere is passed on; settings go as variables, where a name can hold any character. */
function gitEnvironment(environment: NodeJS.ProcessEnv, settings: readonly Setting[]): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot"].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries([...kept, ...pairs]),
    GIT_CONFIG_COUNT: `${settings.length}`,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    // No transport has this name, so a repository with missing objects fetches none.
    GIT_ALLOW_PROTOCOL: "none",
  };
}
