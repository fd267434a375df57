import * as z from "zod";

/** Where a server was configured: in the person's file, or in the project's. */
export const mcpSourceSchema = z.enum(["global", "project"]);
export type McpSource = z.infer<typeof mcpSourceSchema>;

export const mcpTransportSchema = z.enum(["stdio", "sse", "streamable-http"]);
export type McpTransport = z.infer<typeof mcpTransportSchema>;
