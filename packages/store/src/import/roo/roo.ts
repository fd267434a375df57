import { basename, dirname, join } from "node:path";
import type { Profile } from "@roo-code/types";
import { toProfile } from "../../profiles/to-profile.ts";
import { importFiles } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportSource } from "../import-source.ts";
import { importServers } from "../mcp/read-servers.ts";
import { isRecord, listOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { editorStorages } from "../read/editor-storage.ts";
import { parseJson } from "../read/parse-data.ts";
import { SourceFolder } from "../read/source-folder.ts";
import { importRooModes } from "./roo-modes.ts";
import { addRooSettings, profilesOfState } from "./roo-settings.ts";
import { importRooTasks } from "./roo-tasks.ts";

const extensionId = "RooVeterinaryInc.roo-cline";

/** Roo Code itself: its VS Code storage, its command line's storage, and a settings file it exported. */
export const roo: ImportSource = {
  tool: "roo",
  label: "Roo Code",
  async find(options, findings) {
    if (options.rooSettingsFile !== undefined) importSettingsFile(findings, options.rooSettingsFile);
    await importCommandLine(findings, options);
    await importEditors(findings, options);
    reportOwnFolders(findings, options);
  },
};

function importSettingsFile(findings: Findings, path: string): void {
  const file = SourceFolder.open(dirname(path), findings.refuse)?.readJson(basename(path));
  if (!isRecord(file)) {
    findings.note(`${findings.show(path)} contains neither settings of Roo Code nor profiles.`);
    return;
  }
  findings.addSource(path);
  const own = Object.entries(file).map(([name, value]) => [name, toProfile(value)] as const);
  if (own.every(([, profile]) => profile !== undefined)) importOwnProfiles(findings, own);
  else addRooSettings(findings, file, path);
}

/** Profiles in our own format. */
function importOwnProfiles(findings: Findings, profiles: readonly (readonly [string, Profile | undefined])[]): void {
  for (const [name, profile] of profiles) if (profile) findings.addProfile(name, profile);
}

/** The CLI keeps its secrets in a readable file. */
async function importCommandLine(findings: Findings, options: ImportOptions): Promise<void> {
  const storage = SourceFolder.open(join(options.homeFolder, ".vscode-mock", "global-storage"), findings.refuse);
  if (!storage) return;
  findings.addSource(storage.path);
  const state = recordOf(storage.readJson("global-state.json"));
  const secrets = recordOf(storage.readJson("secrets.json"));
  const stored = parseJson(textOf(secrets.roo_cline_config_api_config) ?? "");
  const providerProfiles = isRecord(stored) ? stored : profilesOfState(state);
  addRooSettings(findings, { providerProfiles, globalSettings: state }, join(storage.path, "global-state.json"));
  for (const secret of Object.values(secrets))
    if (typeof secret === "string" && !isRecord(parseJson(secret))) findings.addStraySecret(secret);
  await importStorage(findings, storage, { options, state });
}

async function importEditors(findings: Findings, options: ImportOptions): Promise<void> {
  for (const { folder, state, editorSettings } of await editorStorages(findings, options, extensionId)) {
    addRooSettings(findings, { providerProfiles: profilesOfState(state), globalSettings: state }, folder.path);
    findings.note(
      `${findings.show(folder.path)}: keys are in VS Code's secret storage, which only VS Code can read, so profiles are imported without them. ` +
        "To import them, export the settings in Roo Code and import that file.",
    );
    await importStorage(findings, folder, { options, state });
    const elsewhere = textOf(editorSettings["roo-cline.customStoragePath"]);
    const moved = elsewhere === undefined ? undefined : SourceFolder.open(elsewhere, findings.refuse);
    if (!moved) continue;
    findings.addSource(moved.path);
    await importStorage(findings, moved, { options, state });
  }
}

async function importStorage(
  findings: Findings,
  storage: SourceFolder,
  { options, state }: { options: ImportOptions; state: Plain },
): Promise<void> {
  const modes = recordOf(storage.readYaml("settings/custom_modes.yaml"));
  importRooModes(findings, modes.customModes, {
    scope: "user",
    source: join(storage.path, "settings/custom_modes.yaml"),
  });
  const servers = recordOf(storage.readJsonc("settings/mcp_settings.json")).mcpServers;
  importServers(findings, servers, { scope: "user", source: join(storage.path, "settings/mcp_settings.json") });
  await importRooTasks(findings, storage, { options, history: listOf(state.taskHistory) });
}

const ownNames = /^(rules|commands|skills)(-|$)|^mcp\.json$/;

/** These folders are used as they are; only noted. */
function reportOwnFolders(findings: Findings, { homeFolder, workspace, home }: ImportOptions): void {
  const users = join(homeFolder, ".roo");
  const isElsewhere = home !== undefined && home !== users;
  if (isElsewhere) importOwnFolder(findings, users);
  for (const root of [...(isElsewhere ? [] : [users]), join(workspace, ".roo")]) {
    const own = namesIn(SourceFolder.open(root, () => undefined));
    if (own.length > 0) findings.note(`${own.join(", ")} in ${findings.show(root)} are used as they are.`);
  }
}

/** With another `$ROO_HOME`, `~/.roo` itself is not read. */
function importOwnFolder(findings: Findings, path: string): void {
  const folder = SourceFolder.open(path, findings.refuse);
  for (const name of namesIn(folder)) importFiles(findings, folder?.folder(name), { scope: "user", to: name });
}

function namesIn(folder: SourceFolder | undefined): string[] {
  return (folder?.list() ?? []).flatMap(({ name }) => (ownNames.test(name) ? name : []));
}
