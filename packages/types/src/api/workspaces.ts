import * as z from "zod";
import { diffSchema } from "./checkpoints.ts";
import { nameSchema, nothing, pathSchema, workspaceIdSchema, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";

export const workspaceSchema = z.object({
  workspaceId: workspaceIdSchema,
  name: z.string(),
  folder: z.string(),
  /** Whether this server created it by cloning or restoring, and so may delete its files. */
  isOwned: z.boolean(),
  isMissing: z.boolean(),
  /** Whether the folder's own configuration may extend what is allowed. */
  isTrusted: z.boolean(),
  isRepository: z.boolean(),
  bytes: z.number().nullable(),
  quotaBytes: z.number().nullable(),
  createdAt: z.string(),
  usedAt: z.string(),
});
export type ApiWorkspace = z.infer<typeof workspaceSchema>;

export const gitFileSchema = z.object({
  path: z.string(),
  state: z.enum(["added", "changed", "deleted", "renamed", "untracked", "conflicted"]),
  isStaged: z.boolean(),
});
const gitStatusSchema = z.object({
  branch: z.string().nullable(),
  upstream: z.string().nullable(),
  ahead: z.number(),
  behind: z.number(),
  files: z.array(gitFileSchema),
});
export type GitStatus = z.infer<typeof gitStatusSchema>;

const gitErrors = ["workspace_missing", "not_a_repository", "git_not_found", "git_failed", "path_outside"];

export const workspaces = {
  list: defineRoute({
    method: "GET",
    path: "/workspaces",
    summary: "List opened folders, last used first",
    permission: "workspaces:read",
    output: z.object({ workspaces: z.array(workspaceSchema) }),
  }),
  open: defineRoute({
    method: "POST",
    path: "/workspaces",
    summary: "Open a folder on this machine",
    permission: "workspaces:write",
    body: z.object({ folder: z.string().min(1).max(4096), name: nameSchema.optional() }),
    output: workspaceSchema,
    status: 201,
    errors: ["workspace_missing", "workspace_refused"],
  }),
  clone: defineRoute({
    method: "POST",
    path: "/workspaces/clone",
    summary: "Clone a git repository into a folder on the server",
    permission: "workspaces:write",
    body: z.object({
      url: z.string().max(4096),
      name: nameSchema.optional(),
      branch: z.string().min(1).max(250).optional(),
    }),
    output: workspaceSchema,
    status: 201,
    errors: ["git_not_found", "clone_failed", "address_refused", "quota_exceeded", "disk_full"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId",
    summary: "Get an opened folder",
    permission: "workspaces:read",
    params: workspaceParams,
    output: workspaceSchema,
  }),
  forget: defineRoute({
    method: "DELETE",
    path: "/workspaces/:workspaceId",
    summary: "Remove a folder from the list; its files are deleted only if the server created them",
    permission: "workspaces:write",
    params: workspaceParams,
    output: nothing,
    errors: ["workspace_busy"],
  }),
  folders: defineRoute({
    method: "GET",
    path: "/folders",
    summary: "List subfolders, to choose what to open",
    permission: "workspaces:read",
    query: z.object({ folder: z.string().min(1).max(4096).optional() }),
    output: z.object({
      folder: z.string(),
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), isRepository: z.boolean() })),
    }),
    errors: ["workspace_missing", "permission_denied"],
  }),
  trust: defineRoute({
    method: "PUT",
    path: "/workspaces/:workspaceId/trust",
    summary: "Trust the folder's configuration as it is now, or revoke trust",
    permission: "workspaces:write",
    params: workspaceParams,
    body: z.object({ isTrusted: z.boolean() }),
    output: workspaceSchema,
    errors: ["workspace_missing"],
  }),
  status: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/git",
    summary: "Get the git branch and changed files",
    permission: "workspaces:read",
    params: workspaceParams,
    output: gitStatusSchema,
    errors: gitErrors,
  }),
  diff: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/git/diff",
    summary: "Get the diff of uncommitted changes",
    permission: "workspaces:read",
    params: workspaceParams,
    query: z.object({ path: pathSchema.optional() }),
    output: diffSchema,
    errors: gitErrors,
  }),
  commit: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/git/commit",
    summary: "Commit changes",
    permission: "workspaces:write",
    params: workspaceParams,
    body: z.object({
      message: z.string().min(1).max(10_000),
      /** All changes by default. */
      paths: z.array(pathSchema).max(10_000).optional(),
    }),
    output: z.object({ commit: z.string() }),
    status: 201,
    errors: [...gitErrors, "nothing_to_commit"],
  }),
  branches: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/git/branches",
    summary: "List branches",
    permission: "workspaces:read",
    params: workspaceParams,
    output: z.object({ current: z.string().nullable(), branches: z.array(z.string()) }),
    errors: gitErrors,
  }),
  switchBranch: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/git/branch",
    summary: "Check out a branch, or create one",
    permission: "workspaces:write",
    params: workspaceParams,
    body: z.object({ name: z.string().min(1).max(250), isNew: z.boolean().default(false) }),
    output: gitStatusSchema,
    errors: [...gitErrors, "unknown_branch", "branch_exists"],
  }),
  backup: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/backup",
    summary: "Download all files as a gzipped tar",
    permission: "workspaces:read",
    params: workspaceParams,
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors: ["workspace_missing"],
  }),
  restore: defineRoute({
    method: "POST",
    path: "/workspaces/restore",
    summary: "Restore a backup into a new folder on the server",
    permission: "workspaces:write",
    query: z.object({ name: nameSchema }),
    output: workspaceSchema,
    bytes: "body",
    status: 201,
    errors: ["unsafe_archive", "archive_too_large", "disk_full"],
  }),
};
