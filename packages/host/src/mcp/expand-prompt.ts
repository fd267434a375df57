import { ConnectFailure } from "@roo-code/mcp";
import { RooError, ToolFailure } from "@roo-code/types";
import type { ExpandedPrompt } from "../slash-commands/expand-prompt.ts";
import type { HubHandle } from "./mcp-hubs.ts";

const timeoutMs = 60_000;

/**
 * The text of `/mcp:server:prompt arguments`, from the server. undefined for any other prompt. Throws `RooError` if there
 * is no such prompt, or the server cannot be reached.
 */
export async function expandMcpPrompt(
  typed: string,
  hold: () => Promise<HubHandle | undefined>,
): Promise<ExpandedPrompt | undefined> {
  const [, server, prompt, text = ""] = /^\s*\/mcp:([^\s:]+):(\S+)(?:\s+([\s\S]*))?$/.exec(typed) ?? [];
  if (server === undefined || prompt === undefined) return undefined;
  const handle = await hold();
  if (!handle) return undefined;
  try {
    const link = handle.hub.link({ sink: () => {}, profileFor: () => undefined });
    const request = { prompt, words: text.split(/\s+/).filter(Boolean), signal: AbortSignal.timeout(timeoutMs) };
    return { text: await link.getPrompt(server, request) };
  } catch (error) {
    if (!(error instanceof ToolFailure || error instanceof ConnectFailure)) throw error;
    throw new RooError({
      code: error.code,
      message: error.message,
      next: "List servers with: roo mcp list",
      cause: error,
    });
  } finally {
    await handle.release();
  }
}
