import { changeMcpFile, type McpChange } from "@roo-code/store/mcp";
import type { Clock, McpSource } from "@roo-code/types";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import type { ServerPlaces } from "./server-files.ts";

/**
 * Changes a file of servers, for a person: a folder whose configuration they have accepted stays accepted. Returns the
 * file. Throws as `changeMcpFile` does, and what `decide` throws.
 */
export async function changeServers(
  { home, workspace, clock, source }: ServerPlaces & { readonly clock: Clock; readonly source: McpSource },
  decide: (servers: Readonly<Record<string, unknown>>) => readonly McpChange[],
): Promise<string> {
  const trust = new WorkspaceTrust(home);
  const wasTrusted = trust.isTrusted(workspace);
  const file = await changeMcpFile({ home, workspace, clock, source }, decide);
  if (source === "project" && wasTrusted) trust.trust(workspace);
  return file;
}
