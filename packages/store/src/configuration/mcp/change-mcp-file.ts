import { dirname, join } from "node:path";
import { type Clock, RooError } from "@roo-code/types";
import { withFileLock } from "../../files/file-lock.ts";
import { realPathOf } from "../../files/real-path.ts";
import { privateMode, replaceFile } from "../../files/replace-file.ts";
import { isRecord } from "../../is-record.ts";
import { editSettingsText } from "../../settings/edit-settings-text.ts";
import { leadsOut, readSettingsContent } from "../../settings/settings-content.ts";
import { outsideWorkspace, withWriteErrors } from "../../settings/settings-errors.ts";
import { makeFolder } from "../../sync-folder.ts";

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

/** A change to a server in a file; an undefined `value` removes it, or its key. */
export interface McpChange {
  readonly name: string;
  /** Absent: the whole server. */
  readonly key?: string;
  readonly value: unknown;
}

/** Changes servers in the text of a file. Everything else stays: other keys, comments, order, indentation. */
export async function editMcpText(text: string, changes: readonly McpChange[]): Promise<string> {
  const { applyEdits, findNodeAtLocation, modify, parseTree } = await import("jsonc-parser");
  let edited = text.trim() === "" ? '{\n  "mcpServers": {}\n}\n' : text;
  for (const { name, key, value } of changes) {
    if (value !== undefined) {
      const path = ["mcpServers", name, ...(key === undefined ? [] : [key])];
      edited = applyEdits(edited, modify(edited, path, value, { formattingOptions: formattingOf(edited) }));
      continue;
    }
    // jsonc-parser's own removal leaves commas and drops comments.
    const parent = key === undefined ? ["mcpServers"] : ["mcpServers", name];
    const tree = parseTree(edited, [], { allowTrailingComma: true });
    const node = tree && findNodeAtLocation(tree, parent);
    if (node?.type !== "object") continue;
    const end = node.offset + node.length;
    const inner = await editSettingsText(edited.slice(node.offset, end), [[key ?? name, undefined]]);
    edited = edited.slice(0, node.offset) + inner + edited.slice(end);
  }
  return edited;
}

/** The indentation of the file. */
function formattingOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
