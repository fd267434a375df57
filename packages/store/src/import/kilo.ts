import { join } from "node:path";
import { bringCommands, bringFile, bringFiles, bringSkills } from "./files/bring-folders.ts";
import type { Findings } from "./findings.ts";
import type { ImportPlaces, ImportScope, ImportSource } from "./import-source.ts";
import { bringServers } from "./mcp/read-servers.ts";
import { bringOpencode } from "./opencode/bring-opencode.ts";
import { isRecord, listOf, recordOf, textOf } from "./plain-value.ts";
import { editorStorages } from "./read/editor-storage.ts";
import { openProject } from "./read/project-folder.ts";
import { SourceFolder } from "./read/source-folder.ts";
import { bringRooProfile } from "./roo/bring-profile.ts";
import { bringRooTasks } from "./roo/bring-tasks.ts";
import { bringRooModes } from "./roo/roo-modes.ts";
import { bringRooSettings } from "./roo/roo-settings.ts";
import { profilesOfState } from "./roo/state-profiles.ts";

const extensionId = "kilocode.kilo-code";

/** Kilo Code: older versions are like Roo Code, newer ones like opencode; a person may have used both. */
export const kilo: ImportSource = {
  tool: "kilo",
  label: "Kilo Code",
  async find(places, findings) {
    await bringEditors(findings, places);
    bringUserFolder(findings, places);
    bringProject(findings, places);
    await bringOpencode(findings, {
      places,
      name: "kilo",
      configFiles: ["config.json", "opencode.json", "opencode.jsonc", "kilo.json", "kilo.jsonc"],
      projectFiles: ["kilo.json", "kilo.jsonc"],
      projectFolders: [".kilocode", ".kilo"],
    });
  },
};

async function bringEditors(findings: Findings, places: ImportPlaces): Promise<void> {
  for (const { folder, state } of await editorStorages(findings, places, extensionId)) {
    bringRooSettings(findings, { providerProfiles: profilesOfState(state), globalSettings: state }, folder.path);
    findings.note(
      `${findings.show(folder.path)}: keys are in VS Code's secret storage, which nobody else can read, so profiles come without.`,
    );
    bringStorage(findings, folder);
    await bringRooTasks(findings, folder, { places, history: listOf(state.taskHistory) });
  }
}

function bringStorage(findings: Findings, storage: SourceFolder): void {
  const modes = recordOf(storage.readYaml("settings/custom_modes.yaml"));
  bringRooModes(findings, modes.customModes, {
    scope: "user",
    source: join(storage.path, "settings/custom_modes.yaml"),
  });
  const servers = recordOf(storage.readJsonc("settings/mcp_settings.json")).mcpServers;
  bringServers(findings, servers, { scope: "user", source: join(storage.path, "settings/mcp_settings.json") });
  bringSkills(findings, storage.folder("skills"), { scope: "user" });
}

function bringUserFolder(findings: Findings, { homeFolder }: ImportPlaces): void {
  const own = SourceFolder.open(join(homeFolder, ".kilocode"), findings.refuse);
  if (!own) return;
  findings.addSource(own.path);
  bringFolder(findings, own, "user");
  const commandLine = own.folder("cli/global");
  if (commandLine) bringStorage(findings, commandLine);
  for (const provider of listOf(recordOf(own.readJson("cli/config.json")).providers).filter(isRecord)) {
    const { provider: apiProvider, id, ...config } = provider;
    bringRooProfile(findings, `kilo-${textOf(id) ?? textOf(apiProvider) ?? "imported"}`, { ...config, apiProvider });
  }
}

function bringProject(findings: Findings, places: ImportPlaces): void {
  const { workspace } = places;
  const project = openProject(places, findings.refuse);
  const scope: ImportScope = "project";
  const own = project?.folder(".kilocode");
  if (own) {
    findings.addSource(own.path);
    bringFolder(findings, own, scope);
    bringServers(findings, recordOf(own.readJsonc("mcp.json")).mcpServers, {
      scope,
      source: join(own.path, "mcp.json"),
    });
  }
  if (project?.has(".kilocodemodes")) {
    findings.addSource(join(workspace, ".kilocodemodes"));
    const modes = recordOf(project.readYaml(".kilocodemodes"));
    bringRooModes(findings, modes.customModes, { scope, source: join(workspace, ".kilocodemodes") });
  }
  for (const { name, isFolder } of project?.list() ?? []) {
    const [, mode] = /^\.kilocoderules(?:-([\w-]+))?$/.exec(name) ?? [];
    if (isFolder || !name.startsWith(".kilocoderules")) continue;
    bringFile(findings, project, {
      path: name,
      scope,
      to: mode === undefined ? "rules/kilo.md" : `rules-${mode}/kilo.md`,
    });
  }
  if (project?.has(".kilocodeignore"))
    findings.note(".kilocodeignore is not read here; its lines can go into .rooignore.");
}

function bringFolder(findings: Findings, own: SourceFolder, scope: ImportScope): void {
  for (const { name, isFolder } of own.list()) {
    if (!isFolder) continue;
    if (/^rules(-[\w-]+)?$/.test(name)) bringFiles(findings, own.folder(name), { scope, to: `${name}/kilo` });
    if (/^skills(-[\w-]+)?$/.test(name)) bringSkills(findings, own.folder(name), { scope, to: name });
    if (name === "workflows" || name === "commands") bringCommands(findings, own.folder(name), { scope });
  }
}
