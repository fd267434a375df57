import { type McpAnswer, RooError, ToolFailure } from "@roo-code/types";
import type { HeldHub } from "./mcp-hubs.ts";

export interface ServerCall {
  readonly server: string;
  readonly signal: AbortSignal;
  /** How far the server says it is. */
  readonly report: (text: string) => void;
}

/** A tool called by the person, who needs nobody's leave. Throws `RooError` `mcp_failed`. */
export function callServer(
  held: HeldHub,
  call: ServerCall & { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
): Promise<McpAnswer> {
  return forPerson(async () => {
    const link = held.hub.link({ sink: () => {}, profileFor: () => undefined });
    // Says what is wrong with the arguments, as a model is told.
    await link.describeTool(call);
    return link.callTool(call);
  });
}

export function readServer(held: HeldHub, read: ServerCall & { readonly uri: string }): Promise<McpAnswer> {
  return forPerson(() => held.hub.link({ sink: () => {}, profileFor: () => undefined }).readResource(read));
}

async function forPerson<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const message = error.message.replace(/ Go on without it, or tell the user\.$/, "");
    throw new RooError({ code: error.code, message, cause: error });
  }
}
