import * as z from "zod";
import { nothing, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";

export const mcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  isAlwaysAllowed: z.boolean(),
  isDisabled: z.boolean(),
});

export const mcpServerSchema = z.object({
  name: z.string(),
  source: z.enum(["global", "project"]),
  transport: z.enum(["stdio", "sse", "streamable-http"]),
  /** The command line or the address. */
  target: z.string(),
  state: z.enum(["disabled", "withheld", "idle", "connecting", "connected", "needs-login", "retrying", "failed"]),
  error: z.string().nullable(),
  tools: z.array(mcpToolSchema),
  resources: z.array(z.object({ uri: z.string(), name: z.string(), description: z.string().optional() })),
  prompts: z.array(z.object({ name: z.string(), description: z.string().optional() })),
  cache: z.object({ hits: z.number(), misses: z.number() }),
  timeoutSeconds: z.number(),
});
export type ApiMcpServer = z.infer<typeof mcpServerSchema>;

const one = workspaceParams.extend({ name: z.string().min(1).max(200) });
const errors = ["unknown_server", "broken_file", "workspace_missing"];

export const mcp = {
  list: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/mcp",
    summary: "Servers, their state and their tools",
    permission: "config:read",
    params: workspaceParams,
    output: z.object({ servers: z.array(mcpServerSchema) }),
  }),
  add: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp",
    summary: "Add servers from the JSON that a README shows, or from fields",
    permission: "config:write",
    params: workspaceParams,
    body: z.object({
      source: z.enum(["global", "project"]).default("global"),
      name: z.string().max(200).optional(),
      snippet: z.string().max(100_000),
    }),
    output: z.object({ names: z.array(z.string()) }),
    status: 201,
    errors: [...errors, "bad_snippet", "server_exists"],
  }),
  change: defineRoute({
    method: "PATCH",
    path: "/workspaces/:workspaceId/mcp/:name",
    summary: "Switch a server or tools of it on and off, or allow tools for good",
    permission: "config:write",
    params: one,
    body: z.object({
      disabled: z.boolean().optional(),
      timeout: z.number().int().min(1).max(3600).optional(),
      alwaysAllow: z.array(z.string()).optional(),
      disabledTools: z.array(z.string()).optional(),
    }),
    output: mcpServerSchema,
    errors,
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/workspaces/:workspaceId/mcp/:name",
    summary: "Remove a server",
    permission: "config:write",
    params: one,
    output: nothing,
    errors,
  }),
  restart: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp/:name/restart",
    summary: "End it and begin anew",
    permission: "config:write",
    params: one,
    output: mcpServerSchema,
    errors,
  }),
  login: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp/:name/login",
    summary: "Begin a login with a server that wants to know who somebody is",
    permission: "config:write",
    params: one,
    output: z.object({
      /** To be opened in a browser; null when no login is needed. */
      url: z.string().nullable(),
    }),
    errors: [...errors, "no_login", "login_failed", "not_trusted"],
  }),
  logs: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/mcp/:name/logs",
    summary: "Its newest errors and messages",
    permission: "config:read",
    params: one,
    output: z.object({ lines: z.array(z.object({ at: z.string(), level: z.string(), text: z.string() })) }),
    errors,
  }),
};
