import { join } from "node:path";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import { parseJson } from "./parse-data.ts";
import { readSqlite } from "./read-sqlite.ts";
import { SourceFolder } from "./source-folder.ts";

const editors = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
/** Folders of remote editor servers. */
const servers = [".vscode-server", ".vscode-server-insiders", ".vscodium-server", ".cursor-server", ".windsurf-server"];

/** One editor's user data of one extension. */
export interface EditorStorage {
  /** The extension's own folder; it may contain only tasks. */
  readonly folder: SourceFolder;
  /** The extension's state in the editor, without secrets, which only the editor can read. */
  readonly state: Plain;
  /** The editor's `settings.json`. */
  readonly editorSettings: Plain;
}

/** Every editor in which the extension was used. */
export async function editorStorages(
  findings: Findings,
  options: ImportOptions,
  extensionId: string,
): Promise<EditorStorage[]> {
  const storages: EditorStorage[] = [];
  for (const userFolder of userFolders(options)) {
    const user = SourceFolder.open(userFolder, findings.refuse);
    const folder = user?.folder(join("globalStorage", extensionId.toLowerCase()));
    if (!user || !folder) continue;
    findings.addSource(folder.path);
    const state = await readState(findings, join(userFolder, "globalStorage", "state.vscdb"), extensionId);
    storages.push({ folder, state, editorSettings: recordOf(user.readJsonc("settings.json")) });
  }
  return storages;
}

function userFolders(options: ImportOptions): string[] {
  const { homeFolder } = options;
  const base = applicationFolder(options);
  return [
    ...editors.map((editor) => join(base, editor, "User")),
    ...servers.map((server) => join(homeFolder, server, "data", "User")),
  ];
}

function applicationFolder({ homeFolder, environment, platform = process.platform }: ImportOptions): string {
  if (platform === "darwin") return join(homeFolder, "Library", "Application Support");
  if (platform === "win32") return textOf(environment.APPDATA) ?? join(homeFolder, "AppData", "Roaming");
  return textOf(environment.XDG_CONFIG_HOME) ?? join(homeFolder, ".config");
}

async function readState(findings: Findings, database: string, extensionId: string): Promise<Plain> {
  const rows = await readSqlite(database, findings.refuse, (query) =>
    query("SELECT value FROM ItemTable WHERE lower(key) = ?", extensionId.toLowerCase()),
  );
  const value = rows?.[0]?.value;
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
  const state = typeof text === "string" ? parseJson(text) : undefined;
  return isRecord(state) ? state : {};
}
