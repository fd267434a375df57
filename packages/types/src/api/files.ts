import * as z from "zod";
import { nothing, pathSchema, queryFlag, queryNumber, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";
import { gitFileSchema } from "./workspaces.ts";

const fileEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["file", "folder", "link", "other"]),
  bytes: z.number().nullable(),
  modifiedAt: z.string(),
  isIgnored: z.boolean(),
  git: gitFileSchema.shape.state.nullable(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

const fileContentSchema = z.object({
  path: z.string(),
  /** Null for binary files, and for files too long to show. */
  text: z.string().nullable(),
  /** Hash of the content; a write names the version it replaces. */
  version: z.string(),
  bytes: z.number(),
  isBinary: z.boolean(),
  isTruncated: z.boolean(),
  encoding: z.string(),
  /** Edit tools ask before they change it. */
  isProtected: z.boolean(),
});
export type FileContent = z.infer<typeof fileContentSchema>;

const pathQuery = z.object({ path: pathSchema });
const errors = [
  "path_outside",
  "workspace_missing",
  "file_not_found",
  "is_directory",
  "not_a_directory",
  "not_a_file",
  "permission_denied",
  "invalid_path",
  "file_error",
  "disk_full",
];

export const files = {
  list: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/files",
    summary: "List a folder",
    permission: "files:read",
    params: workspaceParams,
    query: z.object({ path: pathSchema.default(""), showIgnored: queryFlag.default(false) }),
    output: z.object({ entries: z.array(fileEntrySchema), isTruncated: z.boolean() }),
    errors,
  }),
  names: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/files/names",
    summary: "Fuzzy-find files and folders by path, best match first",
    permission: "files:read",
    params: workspaceParams,
    query: z.object({
      query: z.string().max(200).default(""),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    output: z.object({ paths: z.array(z.object({ path: z.string(), kind: z.enum(["file", "folder"]) })) }),
    errors,
  }),
  read: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/file",
    summary: "Read a file's text and version",
    permission: "files:read",
    params: workspaceParams,
    query: pathQuery,
    output: fileContentSchema,
    errors,
  }),
  write: defineRoute({
    method: "PUT",
    path: "/workspaces/:workspaceId/file",
    summary: "Write a file, unless it changed since it was read",
    permission: "files:write",
    params: workspaceParams,
    body: z.object({
      path: pathSchema.min(1),
      text: z.string().max(10_000_000),
      /** The version it replaces; null when creating a file. */
      version: z.string().nullable(),
    }),
    maxBodyBytes: 64 * 1024 * 1024,
    output: fileContentSchema,
    errors: [...errors, "file_changed", "quota_exceeded"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/workspaces/:workspaceId/file",
    summary: "Delete a file or a folder",
    permission: "files:write",
    params: workspaceParams,
    query: pathQuery,
    output: nothing,
    errors,
  }),
  move: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/files/move",
    summary: "Rename or move a file or folder",
    permission: "files:write",
    params: workspaceParams,
    body: z.object({ from: pathSchema.min(1), to: pathSchema.min(1) }),
    output: nothing,
    errors: [...errors, "file_exists"],
  }),
  makeFolder: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/folders",
    summary: "Create a folder",
    permission: "files:write",
    params: workspaceParams,
    body: pathQuery,
    output: nothing,
    status: 201,
    errors: [...errors, "file_exists"],
  }),
  search: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/files/search",
    summary: "Search file contents",
    permission: "files:read",
    params: workspaceParams,
    query: z.object({
      query: z.string().min(1).max(1000),
      isRegex: queryFlag.default(false),
      isCaseSensitive: queryFlag.default(false),
      path: pathSchema.default(""),
      glob: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      lines: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
      isTruncated: z.boolean(),
    }),
    errors: [...errors, "bad_pattern"],
  }),
  upload: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/files/upload",
    summary: "Upload a file",
    permission: "files:write",
    params: workspaceParams,
    query: z.object({ path: pathSchema.min(1), replace: queryFlag.default(false) }),
    output: fileContentSchema,
    bytes: "body",
    status: 201,
    errors: [...errors, "file_exists", "quota_exceeded"],
  }),
  download: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/files/download",
    summary: "Download a file, or a folder as a gzipped tar",
    permission: "files:read",
    params: workspaceParams,
    query: z.object({ path: pathSchema, from: queryNumber.optional() }),
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors,
  }),
};
