import { basename, dirname, join } from "node:path";
import type { Profile } from "@roo-code/types";
import { toProfile } from "../profiles/to-profile.ts";
import { bringFiles } from "./files/bring-folders.ts";
import type { Findings } from "./findings.ts";
import type { ImportPlaces, ImportSource } from "./import-source.ts";
import { bringServers } from "./mcp/read-servers.ts";
import { isRecord, listOf, type Plain, recordOf, textOf } from "./plain-value.ts";
import { editorStorages } from "./read/editor-storage.ts";
import { parseJson } from "./read/parse-data.ts";
import { SourceFolder } from "./read/source-folder.ts";
import { bringRooTasks } from "./roo/bring-tasks.ts";
import { bringRooModes } from "./roo/roo-modes.ts";
import { bringRooSettings } from "./roo/roo-settings.ts";
import { profilesOfState } from "./roo/state-profiles.ts";

const extensionId = "RooVeterinaryInc.roo-cline";

/** Roo Code itself: its VS Code storage, its command line's storage, and a settings file it exported. */
export const roo: ImportSource = {
  tool: "roo",
  label: "Roo Code",
  async find(places, findings) {
    if (places.rooSettingsFile !== undefined) bringSettingsFile(findings, places.rooSettingsFile);
    await bringCommandLine(findings, places);
    await bringEditors(findings, places);
    reportOwnFolders(findings, places);
  },
};

function bringSettingsFile(findings: Findings, path: string): void {
  const file = SourceFolder.open(dirname(path), findings.refuse)?.readJson(basename(path));
  if (!isRecord(file)) {
    findings.note(`${findings.show(path)} holds neither settings of Roo Code nor profiles.`);
    return;
  }
  findings.addSource(path);
  const own = Object.entries(file).map(([name, value]) => [name, toProfile(value)] as const);
  if (own.every(([, profile]) => profile !== undefined)) bringOwnProfiles(findings, own);
  else bringRooSettings(findings, file, path);
}

/** Profiles as our own file holds them. */
function bringOwnProfiles(findings: Findings, profiles: readonly (readonly [string, Profile | undefined])[]): void {
  for (const [name, profile] of profiles) if (profile) findings.addProfile(name, profile);
}

/** The command line keeps keys in a file, where they can be read. */
async function bringCommandLine(findings: Findings, places: ImportPlaces): Promise<void> {
  const storage = SourceFolder.open(join(places.homeFolder, ".vscode-mock", "global-storage"), findings.refuse);
  if (!storage) return;
  findings.addSource(storage.path);
  const state = recordOf(storage.readJson("global-state.json"));
  const secrets = recordOf(storage.readJson("secrets.json"));
  const stored = parseJson(textOf(secrets.roo_cline_config_api_config) ?? "");
  const providerProfiles = isRecord(stored) ? stored : profilesOfState(state);
  bringRooSettings(findings, { providerProfiles, globalSettings: state }, join(storage.path, "global-state.json"));
  for (const secret of Object.values(secrets))
    if (typeof secret === "string" && !isRecord(parseJson(secret))) findings.addStrayKey(secret);
  await bringStorage(findings, storage, { places, state });
}

async function bringEditors(findings: Findings, places: ImportPlaces): Promise<void> {
  for (const { folder, state, editorSettings } of await editorStorages(findings, places, extensionId)) {
    bringRooSettings(findings, { providerProfiles: profilesOfState(state), globalSettings: state }, folder.path);
    findings.note(
      `${findings.show(folder.path)}: keys are in VS Code's secret storage, which nobody else can read, so profiles come without. ` +
        "To bring them, export the settings in Roo Code and import that file.",
    );
    await bringStorage(findings, folder, { places, state });
    const elsewhere = textOf(editorSettings["roo-cline.customStoragePath"]);
    const moved = elsewhere === undefined ? undefined : SourceFolder.open(elsewhere, findings.refuse);
    if (!moved) continue;
    findings.addSource(moved.path);
    await bringStorage(findings, moved, { places, state });
  }
}

async function bringStorage(
  findings: Findings,
  storage: SourceFolder,
  { places, state }: { places: ImportPlaces; state: Plain },
): Promise<void> {
  const modes = recordOf(storage.readYaml("settings/custom_modes.yaml"));
  bringRooModes(findings, modes.customModes, {
    scope: "user",
    source: join(storage.path, "settings/custom_modes.yaml"),
  });
  const servers = recordOf(storage.readJsonc("settings/mcp_settings.json")).mcpServers;
  bringServers(findings, servers, { scope: "user", source: join(storage.path, "settings/mcp_settings.json") });
  await bringRooTasks(findings, storage, { places, history: listOf(state.taskHistory) });
}

const ownNames = /^(rules|commands|skills)(-|$)|^mcp\.json$/;

/** These are ours as they are: nothing to bring, and not forgotten either. */
function reportOwnFolders(findings: Findings, { homeFolder, workspace, home }: ImportPlaces): void {
  const users = join(homeFolder, ".roo");
  const isElsewhere = home !== undefined && home !== users;
  if (isElsewhere) bringOwnFolder(findings, users);
  for (const root of [...(isElsewhere ? [] : [users]), join(workspace, ".roo")]) {
    const own = namesIn(SourceFolder.open(root, () => undefined));
    if (own.length > 0) findings.note(`${own.join(", ")} in ${findings.show(root)} are used where they are.`);
  }
}

/** Where another folder stands for `~/.roo`, what is in that one is not seen. */
function bringOwnFolder(findings: Findings, path: string): void {
  const folder = SourceFolder.open(path, findings.refuse);
  for (const name of namesIn(folder)) bringFiles(findings, folder?.folder(name), { scope: "user", to: name });
}

function namesIn(folder: SourceFolder | undefined): string[] {
  return (folder?.list() ?? []).flatMap(({ name }) => (ownNames.test(name) ? name : []));
}
