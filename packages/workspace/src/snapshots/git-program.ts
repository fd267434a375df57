import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { StoreFolder } from "./store-folder.ts";

/** The `git` on the PATH, or a `RooError` that says undo is off. */
export async function findGit(path: string | undefined): Promise<string> {
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
  throw new RooError({
    code: "git_not_found",
    message: "Undo is off: there is no git program on the PATH to keep snapshots with.",
    next: "Install git. The workspace itself needs no repository.",
  });
}

export interface GitRequest {
  readonly arguments: readonly string[];
  readonly input?: string;
  /** Another index than the store's own, or none: one that a power cut damaged stops git whatever it is asked. */
  readonly index?: string | false;
  /** The program is stopped after so many bytes of output, and what came is the answer. */
  readonly maxOutput?: number;
}

/** Runs git on the store's objects and the workspace's files, with nothing of the person's set-up. */
export type Git = (request: GitRequest) => Promise<Buffer>;

const maxErrorLength = 500;

/** What was begun without the store's lock needs it: git sees nothing of journals. */
export class NeedsLock extends Error {}

export function createGit(program: string, folder: StoreFolder): Git {
  return async (request) =>
    new Promise((resolve, reject) => {
      if (folder.journal.isCollecting) throw new NeedsLock();
      const child = startGit(program, folder, request);
      const output: Buffer[] = [];
      let length = 0;
      let isEnough = false;
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output.push(chunk);
        length += chunk.length;
        if (request.maxOutput === undefined || length <= request.maxOutput) return;
        isEnough = true;
        child.kill("SIGKILL");
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        if (errors.length < maxErrorLength) errors += text;
      });
      // Git may end before it read everything; why is told by its exit.
      child.stdin.on("error", () => undefined).end(request.input ?? "");
      child.on("error", (error) => reject(gitFailed(request, error.message, error)));
      child.on("close", (code) => {
        if (code === 0 || isEnough) resolve(Buffer.concat(output));
        else reject(gitFailed(request, errors.trim().slice(0, maxErrorLength) || `it ended with ${code}`));
      });
    });
}

/** A git that is talked to; the caller ends it. */
export function startGit(program: string, folder: StoreFolder, request: GitRequest): ChildProcessWithoutNullStreams {
  return spawn(program, request.arguments, {
    cwd: folder.workspace,
    env: gitEnvironment(folder, request.index),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function gitFailed(request: GitRequest, reason: string, cause?: unknown): RooError {
  const command = request.arguments.find((word) => /^[a-z][a-z-]+$/.test(word));
  return snapshotFailed(`git ${command} said: ${reason}`, cause);
}

export function snapshotFailed(reason: string, cause?: unknown): RooError {
  return new RooError({
    code: "snapshot_failed",
    message: `The snapshot store could not do its work: ${reason}`,
    next: "Check free space and permissions of the snapshots folder; nothing saved before is lost.",
    cause,
  });
}

/** Errors of the file system as data; others as they are. */
export function asSnapshotFailure(error: unknown): unknown {
  if (error instanceof RooError || systemErrorCode(error) === undefined) return error;
  return snapshotFailed(error instanceof Error ? error.message : String(error), error);
}

/** Made from nothing: no variable of the person's can point git elsewhere or make it run something. */
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

/** Git asks for the same memory for each file; with glibc's defaults it goes back to the kernel each time. */
const keepMemory = {
  MALLOC_TRIM_THRESHOLD_: "268435456",
  MALLOC_TOP_PAD_: "16777216",
  MALLOC_MMAP_THRESHOLD_: "33554432",
};
