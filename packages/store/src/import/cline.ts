import { join } from "node:path";
import { bringClineProfiles } from "./cline/cline-profiles.ts";
import { bringClineSessions } from "./cline/cline-sessions.ts";
import { bringClineState } from "./cline/cline-state.ts";
import { bringCommands, bringFile, bringFiles, bringSkills } from "./files/bring-folders.ts";
import type { Findings } from "./findings.ts";
import type { ImportPlaces, ImportScope, ImportSource } from "./import-source.ts";
import { bringServers } from "./mcp/read-servers.ts";
import { listOf, recordOf, textOf } from "./plain-value.ts";
import { editorStorages } from "./read/editor-storage.ts";
import { openProject } from "./read/project-folder.ts";
import { SourceFolder } from "./read/source-folder.ts";
import { bringRooTasks } from "./roo/bring-tasks.ts";

const extensionId = "saoudrizwan.claude-dev";

/** Cline: its own folder, which all its interfaces share, the VS Code storage of older versions, and rules. */
export const cline: ImportSource = {
  tool: "cline",
  label: "Cline",
  async find(places, findings) {
    await bringDataFolder(findings, places);
    await bringEditors(findings, places);
    bringUserRules(findings, places);
    bringProjectRules(findings, places);
  },
};

async function bringDataFolder(findings: Findings, places: ImportPlaces): Promise<void> {
  const { homeFolder, environment } = places;
  const base = textOf(environment.CLINE_DIR) ?? join(homeFolder, ".cline");
  const data = SourceFolder.open(textOf(environment.CLINE_DATA_DIR) ?? join(base, "data"), findings.refuse);
  if (!data) return;
  findings.addSource(data.path);
  const state = recordOf(data.readJson("globalState.json"));
  bringClineProfiles(findings, recordOf(data.readJson("settings/providers.json")));
  bringClineState(findings, state, recordOf(data.readJson("secrets.json")));
  bringMcp(findings, data);
  const history = [
    ...listOf(data.readJson("state/taskHistory.json")),
    ...listOf(data.readJson("tasks/taskHistory.json")),
    ...listOf(state.taskHistory),
  ];
  await bringRooTasks(findings, data, { places, history });
  await bringClineSessions(findings, data, places);
}

async function bringEditors(findings: Findings, places: ImportPlaces): Promise<void> {
  for (const { folder, state } of await editorStorages(findings, places, extensionId)) {
    bringClineState(findings, state, {});
    findings.note(`${findings.show(folder.path)}: keys are in VS Code's secret storage, which nobody else can read.`);
    bringMcp(findings, folder);
    const history = [...listOf(folder.readJson("state/taskHistory.json")), ...listOf(state.taskHistory)];
    await bringRooTasks(findings, folder, { places, history });
  }
}

function bringMcp(findings: Findings, storage: SourceFolder): void {
  const path = "settings/cline_mcp_settings.json";
  const servers = recordOf(storage.readJsonc(path)).mcpServers;
  bringServers(findings, servers, { scope: "user", source: join(storage.path, path) });
}

function bringUserRules(findings: Findings, { homeFolder, environment }: ImportPlaces): void {
  const documents = SourceFolder.open(join(homeFolder, "Documents", "Cline"), findings.refuse);
  const own = SourceFolder.open(textOf(environment.CLINE_DIR) ?? join(homeFolder, ".cline"), findings.refuse);
  bringFiles(findings, documents?.folder("Rules"), { scope: "user", to: "rules/cline" });
  bringFiles(findings, own?.folder("rules"), { scope: "user", to: "rules/cline" });
  bringCommands(findings, documents?.folder("Workflows"), { scope: "user" });
  bringCommands(findings, own?.folder("workflows"), { scope: "user" });
  bringSkills(findings, own?.folder("skills"), { scope: "user" });
  for (const folder of [documents?.folder("Hooks"), own?.folder("hooks")]) if (folder) noteHooks(findings, folder.path);
}

function bringProjectRules(findings: Findings, places: ImportPlaces): void {
  const { workspace } = places;
  const project = openProject(places, findings.refuse);
  const scope: ImportScope = "project";
  const rules = project?.folder(".clinerules");
  if (!rules && project?.has(".clinerules"))
    bringFile(findings, project, { path: ".clinerules", scope, to: "rules/cline.md" });
  bringFiles(findings, rules, { scope, to: "rules/cline", except: (path) => /^(workflows|hooks|skills)\//.test(path) });
  bringFiles(findings, project?.folder(".cline/rules"), { scope, to: "rules/cline" });
  for (const folder of [".clinerules", ".cline"]) {
    bringCommands(findings, project?.folder(`${folder}/workflows`), { scope });
    bringSkills(findings, project?.folder(`${folder}/skills`), { scope });
    if (project?.folder(`${folder}/hooks`)) noteHooks(findings, join(workspace, folder, "hooks"));
  }
  if (project?.has(".clineignore")) findings.note(".clineignore is not read here; its lines can go into .rooignore.");
}

function noteHooks(findings: Findings, path: string): void {
  findings.note(`${findings.show(path)}: hooks are programs and are not brought over.`);
}
