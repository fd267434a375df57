import * as z from "zod";
import { isRecord } from "../../is-record.ts";
import { schemaProblem } from "../text/parse-text.ts";

export interface ParsedMcpServer {
  readonly server: McpServerConfiguration;
  readonly unknownKeys: readonly string[];
}

const stdioKeys = ["command", "args", "env"];
const remoteKeys = ["url", "headers"];

/** Names of the transports in other tools. */
const otherTypes = new Map([
  ["http", "streamable-http"],
  ["streamableHttp", "streamable-http"],
  ["streamable_http", "streamable-http"],
  ["local", "stdio"],
]);

/** Parses one entry of `mcpServers`. A `problem` never quotes values, which may be secrets. */
export function parseMcpServer(entry: unknown): ParsedMcpServer | { problem: string } {
  if (!isRecord(entry)) return { problem: "it is not an object" };
  const isRemote = remoteKeys.some((key) => key in entry);
  if (isRemote && stdioKeys.some((key) => key in entry)) {
    return { problem: "it has keys of a local server (command, args, env) and of a remote one (url, headers)" };
  }
  const schema = isRemote ? remoteServerSchema : stdioServerSchema;
  const parsed = schema.safeParse({ ...entry, type: typeOf(entry.type, isRemote) });
  if (!parsed.success) return { problem: schemaProblem(parsed.error) };
  return { server: parsed.data, unknownKeys: Object.keys(entry).filter((key) => !knownKeys.has(key)) };
}

function typeOf(type: unknown, isRemote: boolean): unknown {
  // Without a type Roo Code treats a URL as SSE.
  if (type === undefined) return isRemote ? "sse" : "stdio";
  return typeof type === "string" ? (otherTypes.get(type) ?? type) : type;
}

const common = {
  disabled: z.boolean().optional().describe("Not started; the entry is kept."),
  timeout: z.number().min(1).max(3600).default(60).describe("Seconds a call may take."),
  alwaysAllow: z.array(z.string()).default([]).describe('Tools that need no approval; "*" for all.'),
  disabledTools: z.array(z.string()).default([]).describe("Tools that are not offered."),
  watchPaths: z.array(z.string()).optional().describe("The server is restarted when one of these files changes."),
  cacheSeconds: z
    .number()
    .min(0)
    .max(3600)
    .optional()
    .describe("How many seconds results of read-only calls are cached; default 60, 0 disables the cache."),
  roots: z.boolean().optional().describe("Whether the workspace is sent to the server as a root; default true."),
};

const stdioServerSchema = z.looseObject({
  type: z.literal("stdio").default("stdio"),
  command: z.string().min(1).describe("The program to start."),
  args: z.array(z.string()).optional().describe("Its arguments."),
  cwd: z.string().optional().describe("Its working directory; default: the workspace."),
  env: z.record(z.string(), z.string()).optional().describe("Environment variables; ${env:NAME} inserts one of yours."),
  sandbox: z
    .enum(["auto", "on", "off"])
    .optional()
    .describe("When its process is sandboxed: auto, in modes that may not write everywhere; on, always; off, never."),
  ...common,
});

const remoteServerSchema = z.looseObject({
  type: z.enum(["streamable-http", "sse"]),
  url: z.string().refine(isHttpUrl, "it is not an http URL"),
  headers: z.record(z.string(), z.string()).optional().describe("HTTP headers; ${env:NAME} inserts a variable."),
  oauth: z
    .looseObject({
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
      clientMetadataUrl: z.string().optional(),
      scope: z.string().optional(),
    })
    .optional()
    .describe("For servers without dynamic client registration."),
  ...common,
});

/** How one MCP server is reached. `${env:NAME}` stays as written: it is substituted when the server is connected. */
const mcpServerSchema = z.union([stdioServerSchema, remoteServerSchema]);
export type McpServerConfiguration = z.infer<typeof mcpServerSchema>;

/** A whole file: the user's `mcp-settings.json`, or the project's `.roo/mcp.json`. */
export const mcpFileSchema = z.looseObject({ mcpServers: z.record(z.string(), mcpServerSchema) });

function isHttpUrl(text: string): boolean {
  return text.includes("${") || (/^https?:/i.test(text) && URL.canParse(text));
}

const knownKeys = new Set([...Object.keys(stdioServerSchema.shape), ...Object.keys(remoteServerSchema.shape)]);
