import { join } from "node:path";
import { type LogLine, readLogFile, serverId } from "@roo-code/mcp";
import type { KnownServer } from "./known-servers.ts";
import type { ServerPlaces } from "./server-files.ts";

/** What a server said and what went wrong with it, whichever process it was in; the newest lines, oldest first. */
export function serverLog(server: KnownServer, { home, workspace }: ServerPlaces, most: number): LogLine[] {
  return readLogFile(join(home, "logs", "mcp", `${serverId(server, workspace)}.log`), most);
}
