import { join } from "node:path";
import { importCommands, importFile, importFiles, importSkills } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportScope, ImportSource } from "../import-source.ts";
import { importServers } from "../mcp/read-servers.ts";
import { importOpencode } from "../opencode/opencode.ts";
import { isRecord, listOf, recordOf, textOf } from "../plain-value.ts";
import { editorStorages } from "../read/editor-storage.ts";
import { openProject, SourceFolder } from "../read/source-folder.ts";
import { importRooModes } from "./roo-modes.ts";
import { addRooSettings, importRooProfile, profilesOfState } from "./roo-settings.ts";
import { importRooTasks } from "./roo-tasks.ts";

const extensionId = "kilocode.kilo-code";

/** Kilo Code: older versions are like Roo Code, newer ones like opencode; both may be present. */
export const kilo: ImportSource = {
  tool: "kilo",
  label: "Kilo Code",
  async find(options, findings) {
    await importEditors(findings, options);
    importUserFolder(findings, options);
    importProject(findings, options);
    await importOpencode(findings, {
      options,
      name: "kilo",
      configFiles: ["config.json", "opencode.json", "opencode.jsonc", "kilo.json", "kilo.jsonc"],
      projectFiles: ["kilo.json", "kilo.jsonc"],
      projectFolders: [".kilocode", ".kilo"],
    });
  },
};

async function importEditors(findings: Findings, options: ImportOptions): Promise<void> {
  for (const { folder, state } of await editorStorages(findings, options, extensionId)) {
    addRooSettings(findings, { providerProfiles: profilesOfState(state), globalSettings: state }, folder.path);
    findings.note(
      `${findings.show(folder.path)}: keys are in VS Code's secret storage, which only VS Code can read, so profiles are imported without them.`,
    );
    importStorage(findings, folder);
    await importRooTasks(findings, folder, { options, history: listOf(state.taskHistory) });
  }
}

function importStorage(findings: Findings, storage: SourceFolder): void {
  const modes = recordOf(storage.readYaml("settings/custom_modes.yaml"));
  importRooModes(findings, modes.customModes, {
    scope: "user",
    source: join(storage.path, "settings/custom_modes.yaml"),
  });
  const servers = recordOf(storage.readJsonc("settings/mcp_settings.json")).mcpServers;
  importServers(findings, servers, { scope: "user", source: join(storage.path, "settings/mcp_settings.json") });
  importSkills(findings, storage.folder("skills"), { scope: "user" });
}

function importUserFolder(findings: Findings, { homeFolder }: ImportOptions): void {
  const own = SourceFolder.open(join(homeFolder, ".kilocode"), findings.refuse);
  if (!own) return;
  findings.addSource(own.path);
  importFolder(findings, own, "user");
  const commandLine = own.folder("cli/global");
  if (commandLine) importStorage(findings, commandLine);
  for (const provider of listOf(recordOf(own.readJson("cli/config.json")).providers).filter(isRecord)) {
    const { provider: apiProvider, id, ...config } = provider;
    importRooProfile(findings, `kilo-${textOf(id) ?? textOf(apiProvider) ?? "imported"}`, { ...config, apiProvider });
  }
}

function importProject(findings: Findings, options: ImportOptions): void {
  const { workspace } = options;
  const project = openProject(options, findings.refuse);
  const scope: ImportScope = "project";
  const own = project?.folder(".kilocode");
  if (own) {
    findings.addSource(own.path);
    importFolder(findings, own, scope);
    importServers(findings, recordOf(own.readJsonc("mcp.json")).mcpServers, {
      scope,
      source: join(own.path, "mcp.json"),
    });
  }
  if (project?.has(".kilocodemodes")) {
    findings.addSource(join(workspace, ".kilocodemodes"));
    const modes = recordOf(project.readYaml(".kilocodemodes"));
    importRooModes(findings, modes.customModes, { scope, source: join(workspace, ".kilocodemodes") });
  }
  for (const { name, isFolder } of project?.list() ?? []) {
    const [, mode] = /^\.kilocoderules(?:-([\w-]+))?$/.exec(name) ?? [];
    if (isFolder || !name.startsWith(".kilocoderules")) continue;
    importFile(findings, project, {
      path: name,
      scope,
      to: mode === undefined ? "rules/kilo.md" : `rules-${mode}/kilo.md`,
    });
  }
  if (project?.has(".kilocodeignore"))
    findings.note(".kilocodeignore is not read here; its lines can go into .rooignore.");
}

function importFolder(findings: Findings, own: SourceFolder, scope: ImportScope): void {
  for (const { name, isFolder } of own.list()) {
    if (!isFolder) continue;
    if (/^rules(-[\w-]+)?$/.test(name)) importFiles(findings, own.folder(name), { scope, to: `${name}/kilo` });
    if (/^skills(-[\w-]+)?$/.test(name)) importSkills(findings, own.folder(name), { scope, to: name });
    if (name === "workflows" || name === "commands") importCommands(findings, own.folder(name), { scope });
  }
}
