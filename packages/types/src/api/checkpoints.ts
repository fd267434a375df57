import * as z from "zod";
import { nothing, pathSchema, queryNumber, taskParams } from "./common.ts";
import { defineRoute } from "./route.ts";

export const checkpointSchema = z.object({
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

export const fileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(["added", "changed", "deleted"]),
  text: z.string().optional(),
  isCut: z.boolean().optional(),
});
export type ApiFileDiff = z.infer<typeof fileDiffSchema>;
export const diffSchema = z.object({ files: z.array(fileDiffSchema), isTruncated: z.boolean() });

export const undoOutcomeSchema = z.object({
  restored: z.array(z.string()),
  removed: z.array(z.string()),
  conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** The conversation goes on from that event. */
  rewoundTo: z.number().nullable(),
});

const errors = ["task_not_found", "task_busy", "unknown_event", "unknown_snapshot", "git_not_found"];

export const checkpoints = {
  list: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/checkpoints",
    summary: "The points to which files can be taken back",
    permission: "tasks:read",
    params: taskParams,
    output: z.object({ checkpoints: z.array(checkpointSchema) }),
    errors,
  }),
  diff: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/diff",
    summary: "What became of the files between two events",
    permission: "tasks:read",
    params: taskParams,
    query: z.object({ from: queryNumber.optional(), to: queryNumber.optional(), path: pathSchema.optional() }),
    output: diffSchema,
    errors,
  }),
  undo: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/undo",
    summary: "Take the last steps back, or everything since an event; files, or files and conversation",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({
      steps: z.number().int().min(1).max(1000).optional(),
      toSeq: z.number().int().positive().optional(),
      paths: z.array(pathSchema).max(1000).optional(),
      conversation: z.boolean().default(false),
      /** Say what would be done, and do nothing. */
      isDryRun: z.boolean().default(false),
    }),
    output: undoOutcomeSchema,
    errors,
  }),
  redo: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/redo",
    summary: "Take the last undo back",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ isDryRun: z.boolean().default(false) }),
    output: undoOutcomeSchema,
    errors,
  }),
  rejectHunk: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/hunks/reject",
    summary: "Take back one hunk of what the task changed in a file",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ path: pathSchema, from: z.number().int().positive().optional(), hunk: z.string().max(1_000_000) }),
    output: nothing,
    errors: [...errors, "hunk_changed"],
  }),
};
