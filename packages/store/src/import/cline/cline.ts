import { join } from "node:path";
import { importCommands, importFile, importFiles, importSkills } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportScope, ImportSource } from "../import-source.ts";
import { importServers } from "../mcp/read-servers.ts";
import { listOf, recordOf, textOf } from "../plain-value.ts";
import { editorStorages } from "../read/editor-storage.ts";
import { openProject, SourceFolder } from "../read/source-folder.ts";
import { importRooTasks } from "../roo/roo-tasks.ts";
import { importClineSessions } from "./cline-sessions.ts";
import { importClineProfiles, importClineState } from "./cline-state.ts";

const extensionId = "saoudrizwan.claude-dev";

/** Cline: its own folder, shared by all its interfaces, the VS Code storage of older versions, and rules. */
export const cline: ImportSource = {
  tool: "cline",
  label: "Cline",
  async find(options, findings) {
    await importDataFolder(findings, options);
    await importEditors(findings, options);
    importUserRules(findings, options);
    importProjectRules(findings, options);
  },
};

async function importDataFolder(findings: Findings, options: ImportOptions): Promise<void> {
  const { homeFolder, environment } = options;
  const base = textOf(environment.CLINE_DIR) ?? join(homeFolder, ".cline");
  const data = SourceFolder.open(textOf(environment.CLINE_DATA_DIR) ?? join(base, "data"), findings.refuse);
  if (!data) return;
  findings.addSource(data.path);
  const state = recordOf(data.readJson("globalState.json"));
  importClineProfiles(findings, recordOf(data.readJson("settings/providers.json")));
  importClineState(findings, state, recordOf(data.readJson("secrets.json")));
  importMcp(findings, data);
  const history = [
    ...listOf(data.readJson("state/taskHistory.json")),
    ...listOf(data.readJson("tasks/taskHistory.json")),
    ...listOf(state.taskHistory),
  ];
  await importRooTasks(findings, data, { options, history });
  await importClineSessions(findings, data, options);
}

async function importEditors(findings: Findings, options: ImportOptions): Promise<void> {
  for (const { folder, state } of await editorStorages(findings, options, extensionId)) {
    importClineState(findings, state, {});
    findings.note(`${findings.show(folder.path)}: keys are in VS Code's secret storage, which only VS Code can read.`);
    importMcp(findings, folder);
    const history = [...listOf(folder.readJson("state/taskHistory.json")), ...listOf(state.taskHistory)];
    await importRooTasks(findings, folder, { options, history });
  }
}

function importMcp(findings: Findings, storage: SourceFolder): void {
  const path = "settings/cline_mcp_settings.json";
  const servers = recordOf(storage.readJsonc(path)).mcpServers;
  importServers(findings, servers, { scope: "user", source: join(storage.path, path) });
}

function importUserRules(findings: Findings, { homeFolder, environment }: ImportOptions): void {
  const documents = SourceFolder.open(join(homeFolder, "Documents", "Cline"), findings.refuse);
  const own = SourceFolder.open(textOf(environment.CLINE_DIR) ?? join(homeFolder, ".cline"), findings.refuse);
  importFiles(findings, documents?.folder("Rules"), { scope: "user", to: "rules/cline" });
  importFiles(findings, own?.folder("rules"), { scope: "user", to: "rules/cline" });
  importCommands(findings, documents?.folder("Workflows"), { scope: "user" });
  importCommands(findings, own?.folder("workflows"), { scope: "user" });
  importSkills(findings, own?.folder("skills"), { scope: "user" });
  for (const folder of [documents?.folder("Hooks"), own?.folder("hooks")]) if (folder) noteHooks(findings, folder.path);
}

function importProjectRules(findings: Findings, options: ImportOptions): void {
  const { workspace } = options;
  const project = openProject(options, findings.refuse);
  const scope: ImportScope = "project";
  const rules = project?.folder(".clinerules");
  if (!rules && project?.has(".clinerules"))
    importFile(findings, project, { path: ".clinerules", scope, to: "rules/cline.md" });
  importFiles(findings, rules, {
    scope,
    to: "rules/cline",
    except: (path) => /^(workflows|hooks|skills)\//.test(path),
  });
  importFiles(findings, project?.folder(".cline/rules"), { scope, to: "rules/cline" });
  for (const folder of [".clinerules", ".cline"]) {
    importCommands(findings, project?.folder(`${folder}/workflows`), { scope });
    importSkills(findings, project?.folder(`${folder}/skills`), { scope });
    if (project?.folder(`${folder}/hooks`)) noteHooks(findings, join(workspace, folder, "hooks"));
  }
  if (project?.has(".clineignore")) findings.note(".clineignore is not read here; its lines can go into .rooignore.");
}

function noteHooks(findings: Findings, path: string): void {
  findings.note(`${findings.show(path)}: hooks are programs and are not imported.`);
}
