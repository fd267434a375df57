import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { StoreFolder } from "./store-folder.ts";

/** The `git` on the PATH, or a `RooError` saying that undo is off. */
export async function findGit(path: string | undefined): Promise<string> {
  for (const folder of (path ?? "").split(delimiter)) {
    // A relative entry could run a program from the workspace.
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, process.platform === "win32" ? "git.exe" : "git");
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return candidate;
  }
  throw new RooError({
    code: "git_not_found",
    message: "Undo is off: no git program on the PATH, which snapshots need.",
    next: "Install git. The workspace itself need not be a repository.",
  });
}

export interface GitRequest {
  readonly arguments: readonly string[];
  readonly input?: string;
  /** Replaces the store's own index; `false`: none, because a damaged index makes every git command fail. */
  readonly index?: string | false;
  /** Git is stopped after this many bytes of output, and those are returned. */
  readonly maxOutput?: number;
  /** Aborted: git is killed, and the request fails. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs git on the store's objects and the workspace's files, ignoring the user's configuration. */
export type Git = (request: GitRequest) => Promise<Buffer>;

const maxErrorLength = 500;

/** Thrown by work started without the store's lock that turns out to need it: git cannot read journals. */
export class NeedsLock extends Error {}

export function createGit(program: string, folder: StoreFolder): Git {
  return async (request) =>
    new Promise((resolve, reject) => {
      if (folder.journal.isCollecting) throw new NeedsLock();
      const child = startGit(program, folder, request);
      const output: Buffer[] = [];
      let length = 0;
      let isOverLimit = false;
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output.push(chunk);
        length += chunk.length;
        if (request.maxOutput === undefined || length <= request.maxOutput) return;
        isOverLimit = true;
        child.kill("SIGKILL");
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        if (errors.length < maxErrorLength) errors += text;
      });
      // Git may exit before reading all input; its exit code tells why.
      child.stdin.on("error", () => undefined).end(request.input ?? "");
      child.on("error", (error) => reject(gitFailed(request, error.message, error)));
      child.on("close", (code) => {
        if (code === 0 || isOverLimit) resolve(Buffer.concat(output));
        else reject(gitFailed(request, errors.trim().slice(0, maxErrorLength) || `exit code ${code}`));
      });
    });
}

/** For an interactive git process; the caller ends it. */
export function startGit(program: string, folder: StoreFolder, request: GitRequest): ChildProcessWithoutNullStreams {
  return spawn(program, request.arguments, {
    cwd: folder.workspace,
    env: gitEnvironment(folder, request.index),
    stdio: ["pipe", "pipe", "pipe"],
    signal: request.signal,
    killSignal: "SIGKILL",
  });
}

function gitFailed(request: GitRequest, reason: string, cause?: unknown): RooError {
  const command = request.arguments.find((word) => /^[a-z][a-z-]+$/.test(word));
  return snapshotFailed(`git ${command} failed: ${reason}`, cause);
}

export function snapshotFailed(reason: string, cause?: unknown): RooError {
  return new RooError({
    code: "snapshot_failed",
    message: `The snapshot store failed: ${reason}`,
    next: "Check free space and permissions of the snapshots folder; earlier snapshots are not affected.",
    cause,
  });
}

/** A file may change its type while git reads it. A full disk stays full. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RooError)) return false;
  return error.code === "snapshot_failed" && !/no space left|quota exceeded/i.test(error.message);
}

/** Wraps file system errors; returns others unchanged. */
export function asSnapshotFailure(error: unknown): unknown {
  if (error instanceof RooError || systemErrorCode(error) === undefined) return error;
  return snapshotFailed(error instanceof Error ? error.message : String(error), error);
}

/** Built from scratch: no variable of the user's can redirect git or make it run a program. */
function gitEnvironment(folder: StoreFolder, index: GitRequest["index"]): NodeJS.ProcessEnv {
  return {
    ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
    HOME: folder.path,
    XDG_CONFIG_HOME: folder.path,
    LC_ALL: "C",
    GIT_DIR: folder.path,
    GIT_WORK_TREE: folder.workspace,
    GIT_INDEX_FILE: index === false ? join(folder.path, "no-index") : (index ?? folder.index),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    ...keepMemory,
  };
}

/** Git allocates the same memory for every file; with glibc's defaults it returns it to the kernel each time. */
const keepMemory = {
  MALLOC_TRIM_THRESHOLD_: "268435456",
  MALLOC_TOP_PAD_: "16777216",
  MALLOC_MMAP_THRESHOLD_: "33554432",
};
