import * as z from "zod";
import { nothing, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";

const mcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  isAlwaysAllowed: z.boolean(),
  isDisabled: z.boolean(),
});

const mcpServerSchema = z.object({
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

const serverParams = workspaceParams.extend({ name: z.string().min(1).max(200) });
const errors = ["unknown_server", "broken_file", "workspace_missing"];

export const mcp = {
  list: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/mcp",
    summary: "List servers, their state and tools",
    permission: "config:read",
    params: workspaceParams,
    output: z.object({ servers: z.array(mcpServerSchema) }),
  }),
  add: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp",
    summary: "Add servers, from JSON as found in a README or from fields",
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
    summary: "Enable or disable a server or its tools, or always allow tools",
    permission: "config:write",
    params: serverParams,
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
    params: serverParams,
    output: nothing,
    errors,
  }),
  restart: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp/:name/restart",
    summary: "Restart a server",
    permission: "config:write",
    params: serverParams,
    output: mcpServerSchema,
    errors,
  }),
  login: defineRoute({
    method: "POST",
    path: "/workspaces/:workspaceId/mcp/:name/login",
    summary: "Start the OAuth login of a server",
    permission: "config:write",
    params: serverParams,
    output: z.object({
      /** URL to open in a browser; null when no login is needed. */
      url: z.string().nullable(),
    }),
    errors: [...errors, "no_login", "login_failed", "not_trusted"],
  }),
  logs: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/mcp/:name/logs",
    summary: "Get a server's latest errors and messages",
    permission: "config:read",
    params: serverParams,
    output: z.object({ lines: z.array(z.object({ at: z.string(), level: z.string(), text: z.string() })) }),
    errors,
  }),
};
