import * as z from "zod";
import { nameSchema, nothing, workspaceIdSchema, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";
import { workspaceSchema } from "./workspaces.ts";

const backupSchema = z.object({
  backupId: z.string(),
  workspaceId: workspaceIdSchema,
  /** The folder's name at the time of the backup. */
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
});
export type ApiBackup = z.infer<typeof backupSchema>;

const backupParams = z.object({ backupId: z.string().regex(/^[a-z0-9-]{1,64}$/) });
const errors = ["unknown_backup", "blobs_unreachable"];

/** Backups stored by the server, on its disk or in a bucket. */
export const backups = {
  list: defineRoute({
    method: "GET",
    path: "/backups",
    summary: "List backups, newest first",
    permission: "workspaces:read",
    output: z.object({ backups: z.array(backupSchema) }),
  }),
  create: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/backups",
    summary: "Back up all files of a folder",
    permission: "workspaces:write",
    params: workspaceParams,
    output: backupSchema,
    status: 201,
    errors: ["workspace_missing", "blobs_unreachable", "disk_full"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/backups/:backupId",
    summary: "Get a backup",
    permission: "workspaces:read",
    params: backupParams,
    output: backupSchema,
    errors,
  }),
  download: defineRoute({
    method: "GET",
    path: "/backups/:backupId/content",
    summary: "Download a backup as a gzipped tar",
    permission: "workspaces:read",
    params: backupParams,
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors,
  }),
  restore: defineRoute({
    method: "POST",
    path: "/backups/:backupId/restore",
    summary: "Restore a backup into a new folder on the server",
    permission: "workspaces:write",
    params: backupParams,
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
    params: backupParams,
    output: nothing,
    errors,
  }),
};
