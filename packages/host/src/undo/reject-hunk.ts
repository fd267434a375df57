import { RooError, type TaskId } from "@roo-code/types";
import { FolderFiles } from "@roo-code/workspace/folder";
import { applyPatch, parsePatch, reversePatch, type StructuredPatch, type StructuredPatchHunk } from "diff";
import { workspaceFolder } from "../session/task-workspace.ts";
import { diffTask } from "./diff-task.ts";
import { startOf, type UndoContext } from "./task-files.ts";

const maxFileBytes = 5 * 1024 * 1024;

/**
 * Undoes one hunk of a task's change to a file. It must be in the task's current diff. Throws `RooError`
 * `hunk_changed`, and as `diffTask` does.
 */
export async function rejectHunk(
  context: UndoContext,
  request: {
    readonly taskId: TaskId;
    readonly path: string;
    readonly from?: number | undefined;
    readonly hunk: string;
  },
): Promise<void> {
  const events = await context.tasks.read(request.taskId);
  const { files } = await diffTask(context, events, { from: request.from, paths: [request.path] });
  const shown = files.find(({ path }) => path === request.path);
  const [patch] = shown?.text === undefined || shown.isCut ? [] : parsePatch(shown.text);
  const hunk = patch?.hunks.find((one) => textOf(one) === linesOf(request.hunk));
  if (!patch || !hunk) throw hunkChanged(request.path);
  const folder = new FolderFiles({ folder: workspaceFolder(startOf(events).environment.cwd), environment: {} });
  const current = await folder.read(request.path, maxFileBytes);
  const before = withoutHunk(Buffer.from(current.bytes).toString("utf8"), patch, hunk);
  if (before === undefined) throw hunkChanged(request.path);
  await folder.write(request.path, Buffer.from(before), current.version);
}

/** undefined if the lines do not match the hunk. */
function withoutHunk(text: string, patch: StructuredPatch, hunk: StructuredPatchHunk): string | undefined {
  const back = reversePatch({ ...patch, hunks: [hunk] });
  const applied = applyPatch(text, back, { fuzzFactor: 0, autoConvertLineEndings: false });
  return applied === false ? undefined : applied;
}

function textOf({ lines }: StructuredPatchHunk): string {
  return lines.join("\n");
}

/** The lines of a hunk without its header, whose line numbers may have changed, and without empty lines after it. */
function linesOf(hunk: string): string {
  const lines = hunk.split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("@@")).join("\n");
}

function hunkChanged(path: string): RooError {
  return new RooError({
    code: "hunk_changed",
    message: `The hunk is not in the task's current diff of ${JSON.stringify(path)}.`,
    next: "Read the diff again.",
  });
}
