import * as z from "zod";
import { nameSchema, nothing, workspaceIdSchema, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";
import { workspaceSchema } from "./workspaces.ts";

export const backupSchema = z.object({
  backupId: z.string(),
  workspaceId: workspaceIdSchema,
  /** The folder's, when it was made. */
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
});
export type ApiBackup = z.infer<typeof backupSchema>;

const one = z.object({ backupId: z.string().regex(/^[a-z0-9-]{1,64}$/) });
const errors = ["unknown_backup", "blobs_unreachable"];

/** Backups that the server keeps, on its disk or in a bucket. */
export const backups = {
  list: defineRoute({
    method: "GET",
    path: "/backups",
    summary: "Backups that are kept, newest first",
    permission: "workspaces:read",
    output: z.object({ backups: z.array(backupSchema) }),
  }),
  create: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/backups",
    summary: "Keep all files of a folder as they are now",
    permission: "workspaces:write",
    params: workspaceParams,
    output: backupSchema,
    status: 201,
    errors: ["workspace_missing", "blobs_unreachable", "disk_full"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/backups/:backupId",
    summary: "A backup that is kept",
    permission: "workspaces:read",
    params: one,
    output: backupSchema,
    errors,
  }),
  download: defineRoute({
    method: "GET",
    path: "/backups/:backupId/content",
    summary: "A backup as a gzipped tar",
    permission: "workspaces:read",
    params: one,
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors,
  }),
  restore: defineRoute({
    method: "POST",
    path: "/backups/:backupId/restore",
    summary: "A new folder of the server's with the files of a backup",
    permission: "workspaces:write",
    params: one,
    body: z.object({ name: nameSchema.optional() }),
    output: workspaceSchema,
    status: 201,
    errors: [...errors, "unsafe_archive", "archive_too_large", "disk_full"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/backups/:backupId",
    summary: "Delete a backup",
    permission: "workspaces:write",
    params: one,
    output: nothing,
    errors,
  }),
};
