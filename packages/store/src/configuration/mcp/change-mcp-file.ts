import { dirname, join } from "node:path";
import { type Clock, RooError } from "@roo-code/types";
import { withFileLock } from "../../files/file-lock.ts";
import { realPathOf } from "../../files/real-path.ts";
import { privateMode, replaceFile } from "../../files/replace-file.ts";
import { isRecord } from "../../is-record.ts";
import { leadsOut, readSettingsContent } from "../../settings/settings-content.ts";
import { outsideWorkspace, withWriteErrors } from "../../settings/settings-errors.ts";
import { makeFolder } from "../../sync-folder.ts";
import { editMcpText, type McpChange } from "./edit-mcp-text.ts";

export interface McpFileLocation {
  readonly home: string;
  readonly workspace: string;
  readonly source: "global" | "project";
  readonly clock: Clock;
}

type Servers = Readonly<Record<string, unknown>>;

function mcpFilePath({ home, workspace, source }: Omit<McpFileLocation, "clock">): string {
  return source === "global" ? join(home, "mcp-settings.json") : join(workspace, ".roo", "mcp.json");
}

/**
 * Changes a file of servers: `decide` is called while the file is locked. Throws `RooError` if the file cannot be read
 * or written; then it is unchanged.
 */
export async function changeMcpFile(
  location: McpFileLocation,
  decide: (servers: Servers) => readonly McpChange[],
): Promise<string> {
  const path = mcpFilePath(location);
  const file = { path, workspace: location.source === "project" ? location.workspace : undefined };
  return withWriteErrors(path, async () => {
    if (leadsOut(file)) throw outsideWorkspace(path);
    const target = realPathOf(path);
    await makeFolder(dirname(target));
    return withFileLock(target, location.clock, async () => {
      const { text, values, mode, broken } = await readSettingsContent(file);
      const servers = values.mcpServers ?? {};
      if (broken || !isRecord(servers)) throw brokenMcpFile(path, broken?.message);
      const edited = await editMcpText(text, decide(servers));
      if (edited !== text) await replaceFile(target, edited, location.source === "global" ? privateMode : mode);
      return path;
    });
  });
}

function brokenMcpFile(path: string, problem = "its mcpServers is not an object."): RooError {
  return new RooError({
    code: "broken_file",
    message: `${path} was not changed: ${problem}`,
    next: "Fix the file, then try again.",
  });
}
