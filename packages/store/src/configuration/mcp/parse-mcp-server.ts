import { isRecord } from "../../is-record.ts";
import { schemaProblem } from "../text/schema-problem.ts";
import { type McpServerConfiguration, remoteServerSchema, stdioServerSchema } from "./mcp-server-schema.ts";

export interface ParsedMcpServer {
  readonly server: McpServerConfiguration;
  readonly unknownKeys: readonly string[];
}

const stdioKeys = ["command", "args", "env"];
const remoteKeys = ["url", "headers"];
const knownKeys = new Set([...Object.keys(stdioServerSchema.shape), ...Object.keys(remoteServerSchema.shape)]);

/** What other tools call the same transports. */
const otherTypes = new Map([
  ["http", "streamable-http"],
  ["streamableHttp", "streamable-http"],
  ["streamable_http", "streamable-http"],
  ["local", "stdio"],
]);

/** One entry of `mcpServers`. A `problem` holds no words of the values, which may be keys. */
export function parseMcpServer(entry: unknown): ParsedMcpServer | { problem: string } {
  if (!isRecord(entry)) return { problem: "it is not an object" };
  const isRemote = remoteKeys.some((key) => key in entry);
  if (isRemote && stdioKeys.some((key) => key in entry)) {
    return { problem: "it has keys of a program (command, args, env) and of an address (url, headers)" };
  }
  const schema = isRemote ? remoteServerSchema : stdioServerSchema;
  const parsed = schema.safeParse({ ...entry, type: typeOf(entry.type, isRemote) });
  if (!parsed.success) return { problem: schemaProblem(parsed.error) };
  return { server: parsed.data, unknownKeys: Object.keys(entry).filter((key) => !knownKeys.has(key)) };
}

function typeOf(given: unknown, isRemote: boolean): unknown {
  // Without a type Roo Code takes an address for SSE.
  if (given === undefined) return isRemote ? "sse" : "stdio";
  return typeof given === "string" ? (otherTypes.get(given) ?? given) : given;
}
