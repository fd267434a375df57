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

function typeOf(given: unknown, isRemote: boolean): unknown {
  // Without a type Roo Code treats a URL as SSE.
  if (given === undefined) return isRemote ? "sse" : "stdio";
  return typeof given === "string" ? (otherTypes.get(given) ?? given) : given;
}

const common = {
  disabled: z.boolean().optional().describe("Not started; the entry is kept."),
  timeout: z.number().min(1).max(3600).default(60).describe("Seconds a call may take."),
  alwaysAllow: z.array(z.string()).default([]).describe('Tools that need no approval; "*" for all.'),
  disabledTools: z.array(z.string()).default([]).describe("Tools that are not offered."),
  watchPaths: z.array(z.string()).optional().describe("The server starts anew when one of these files changes."),
  cacheSeconds: z
    .number()
    .min(0)
    .max(3600)
    .optional()
    .describe("How long answers that change nothing may be given again; 60 when absent, 0 for never."),
  roots: z.boolean().optional().describe("Whether it is told of the workspace; it is when absent."),
};

export const stdioServerSchema = z.looseObject({
  type: z.literal("stdio").default("stdio"),
  command: z.string().min(1).describe("The program to start."),
  args: z.array(z.string()).optional().describe("What it is started with."),
  cwd: z.string().optional().describe("Folder it starts in; the workspace when absent."),
  env: z.record(z.string(), z.string()).optional().describe("Variables it gets; ${env:NAME} takes one of yours."),
  sandbox: z
    .enum(["auto", "on", "off"])
    .optional()
    .describe("When its process is confined: auto, in modes that may not write everywhere; on, always; off, never."),
  ...common,
});

export const remoteServerSchema = z.looseObject({
  type: z.enum(["streamable-http", "sse"]),
  url: z.string().refine(isAddress, "it is not an http address"),
  headers: z.record(z.string(), z.string()).optional().describe("Sent to it; ${env:NAME} takes a variable of yours."),
  oauth: z
    .looseObject({
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
      clientMetadataUrl: z.string().optional(),
      scope: z.string().optional(),
    })
    .optional()
    .describe("For servers where programs cannot register by themselves."),
  ...common,
});

/** How one MCP server is reached. `${env:NAME}` stays as written: it is filled in when the server is connected. */
export const mcpServerSchema = z.union([stdioServerSchema, remoteServerSchema]);
export type McpServerConfiguration = z.infer<typeof mcpServerSchema>;

/** A whole file: `mcp-settings.json` of the person, `.roo/mcp.json` of the project. */
export const mcpFileSchema = z.looseObject({ mcpServers: z.record(z.string(), mcpServerSchema) });

function isAddress(text: string): boolean {
  return text.includes("${") || (/^https?:/i.test(text) && URL.canParse(text));
}

const knownKeys = new Set([...Object.keys(stdioServerSchema.shape), ...Object.keys(remoteServerSchema.shape)]);
