import * as z from "zod";
import { nothing, pathSchema, queryNumber, taskParams } from "./common.ts";
import { defineRoute } from "./route.ts";

const checkpointSchema = z.object({
  seq: z.number(),
  at: z.string(),
  kind: z.enum(["step", "end", "undo"]),
  label: z.string(),
  changed: z.array(z.string()).optional(),
  isKept: z.boolean(),
  isTakenBack: z.boolean(),
  skippedCount: z.number(),
  skipped: z.array(z.object({ path: z.string(), rule: z.string() })),
});
export type ApiCheckpoint = z.infer<typeof checkpointSchema>;

const fileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(["added", "changed", "deleted"]),
  text: z.string().optional(),
  isCut: z.boolean().optional(),
  /** The same lines were changed by someone else since: `text` is the task's change, not the current content. */
  isMixed: z.boolean().optional(),
});
export type ApiFileDiff = z.infer<typeof fileDiffSchema>;
export const diffSchema = z.object({ files: z.array(fileDiffSchema), isTruncated: z.boolean() });

const undoOutcomeSchema = z.object({
  restored: z.array(z.string()),
  removed: z.array(z.string()),
  /** Those of `restored` where other people's later changes were kept. */
  merged: z.array(z.string()),
  /** Those of `restored` and `removed` where the task's changes are applied again: restoring to before an undo. */
  returned: z.array(z.string()),
  /** Not changed. `canTake`: the earlier version can replace the file. */
  conflicts: z.array(z.object({ path: z.string(), reason: z.string(), canTake: z.boolean().optional() })),
  /** Not changed, as requested. */
  kept: z.array(z.string()),
  /** The event the conversation continues from. */
  rewoundTo: z.number().nullable(),
});

export type ApiUndoOutcome = z.infer<typeof undoOutcomeSchema>;

const errors = [
  "task_not_found",
  "task_damaged",
  "unknown_event",
  "unknown_snapshot",
  "git_not_found",
  "bad_cwd",
  "snapshots_busy",
  "snapshot_failed",
  "snapshot_too_large",
];
const undoErrors = [...errors, "task_busy", "nothing_to_undo", "nothing_to_redo", "snapshot_forgotten", "path_outside"];

export const checkpoints = {
  list: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/checkpoints",
    summary: "List the points to which files can be restored",
    permission: "tasks:read",
    params: taskParams,
    output: z.object({ checkpoints: z.array(checkpointSchema) }),
    errors,
  }),
  diff: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/diff",
    summary: "Get the task's file changes between two events",
    permission: "tasks:read",
    params: taskParams,
    query: z.object({ from: queryNumber.optional(), to: queryNumber.optional(), path: pathSchema.optional() }),
    output: diffSchema,
    errors,
  }),
  undo: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/undo",
    summary: "Undo the last steps, or everything since an event: files only, or files and conversation",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({
      steps: z.number().int().min(1).max(1000).optional(),
      toSeq: z.number().int().positive().optional(),
      paths: z.array(pathSchema).max(1000).optional(),
      conversation: z.boolean().default(false),
      /** For files where someone else changed the same lines: keep theirs (`mine`), or restore the earlier version (`before`). */
      take: z.enum(["mine", "before"]).optional(),
      /** Dry run: report what would change without changing anything. */
      isDryRun: z.boolean().default(false),
    }),
    output: undoOutcomeSchema,
    errors: undoErrors,
  }),
  redo: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/redo",
    summary: "Redo: revert the last undo",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ isDryRun: z.boolean().default(false) }),
    output: undoOutcomeSchema,
    errors: undoErrors,
  }),
  rejectHunk: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/hunks/reject",
    summary: "Undo one hunk of the task's changes to a file",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ path: pathSchema, from: z.number().int().positive().optional(), hunk: z.string().max(1_000_000) }),
    output: nothing,
    errors: [...errors, "hunk_changed", "path_outside", "file_not_found", "permission_denied", "disk_full"],
  }),
};
