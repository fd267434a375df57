import type { HubHandle } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { choice, text, toggle } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";

export const output = choice(["text", "json"], "text or json (default: text)");
export const cwd = text("DIR", "the project (default: here)");
export const project = toggle("the project's file, .roo/mcp.json");
export const global = toggle("your own file, mcp-settings.json");

export interface McpContext extends ReturnType<typeof processContext> {
  readonly workspace: string;
}

export async function mcpContext(folder: string | undefined): Promise<McpContext> {
  const { workspace } = await openHost().configure(folder ?? process.cwd());
  return { ...processContext(), workspace };
}

/** The file chosen by the flags, if any. */
export function sourceOf(flags: { project?: boolean | undefined; global?: boolean | undefined }) {
  if (flags.project && flags.global) {
    throw new RooError({ code: "wrong_usage", message: "--project and --global exclude each other." });
  }
  return flags.project ? "project" : flags.global ? "global" : undefined;
}

/** Runs `work` with the folder's servers, and stops them afterwards. */
export async function withServers<Result>(
  { workspace }: McpContext,
  work: (held: HubHandle, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const held = await openHost().mcp(workspace);
  if (!held) {
    const message = "No MCP server is configured here.";
    throw new RooError({ code: "unknown_server", message, next: "Add one with: roo mcp add NAME -- COMMAND" });
  }
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort(new RooError({ code: "aborted", message: "Interrupted." }));
  process.once("SIGINT", onInterrupt);
  process.once("SIGTERM", onInterrupt);
  try {
    return await work(held, stop.signal);
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onInterrupt);
    await held.release();
  }
}
