import { readFile, stat } from "node:fs/promises";
import {
  type ChangeRecord,
  type MergeOutcome,
  noUsage,
  RooError,
  type SubtaskConflict,
  type SubtaskOutcome,
  type TaskId,
  type TaskState,
} from "@roo-code/types";

/** Joins all changes of a subtask into one change of its parent. */
export function joinChanges(own: TaskState["ownChanges"]): ChangeRecord {
  const files = new Map(own.flatMap((one) => one.files.map((file) => [file.path, file] as const)));
  const more = own.reduce((sum, { moreFiles = 0 }) => sum + moreFiles, 0);
  return {
    changes: own.flatMap(({ changes }) => changes),
    files: [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)),
    moreFiles: more > 0 ? more : undefined,
  };
}

/** For the model, which can run them in sequence instead. */
export function needsGit(cause: RooError): RooError {
  return new RooError({
    code: cause.code,
    message: "Subtasks that may write at the same time need the git program, which is not installed.",
    next: "Start them one after the other, each in its own reply.",
    cause,
  });
}

export function failedOutcome(taskId: TaskId, error: RooError): SubtaskOutcome {
  const { code, message, next } = error;
  return {
    taskId,
    status: "failed",
    result: null,
    verification: null,
    turns: 0,
    usage: noUsage(),
    durationMs: 0,
    filesChanged: [],
    error: { code, message: next ? `${message} ${next}` : message },
  };
}

const maxBytes = 10_000;
const maxTotalBytes = 40_000;

/** Adds the content that was set aside for each conflict, up to a limit. Never rejects: unreadable content is left out. */
export async function withVersions(conflicts: MergeOutcome["conflicts"]): Promise<SubtaskConflict[]> {
  const shown: SubtaskConflict[] = [];
  let bytesLeft = maxTotalBytes;
  for (const conflict of conflicts) {
    const version = await shortText(conflict.aside, Math.min(bytesLeft, maxBytes));
    bytesLeft -= version === undefined ? 0 : Buffer.byteLength(version);
    shown.push(version === undefined ? conflict : { ...conflict, version });
  }
  return shown;
}

async function shortText(path: string, limit: number): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > limit) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
