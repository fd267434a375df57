import { join } from "node:path";
import { importCommand, importCommands, importFile, importSkills, writeFrontMatter } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportScope, ImportSource } from "../import-source.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import { openProject, SourceFolder } from "../read/source-folder.ts";
import { importOpencodeAgent, importOpencodeAgents, modeOfAgent } from "./opencode-agents.ts";
import { importOpencodeProfiles, importOpencodeServers } from "./opencode-config.ts";
import { importOpencodeSessions } from "./opencode-sessions.ts";

/** opencode: `~/.config/opencode`, its data folder, and `opencode.json` and `.opencode` of the project. */
export const opencode: ImportSource = {
  tool: "opencode",
  label: "opencode",
  find: (options, findings) =>
    importOpencode(findings, {
      options,
      name: "opencode",
      configFiles: ["config.json", "opencode.json", "opencode.jsonc"],
      projectFiles: ["opencode.json", "opencode.jsonc"],
      projectFolders: [".opencode"],
    }),
};

/** opencode, or a fork of it. */
interface OpencodeKind {
  readonly options: ImportOptions;
  /** The name of its folders below the user's configuration and data. */
  readonly name: string;
  readonly configFiles: readonly string[];
  readonly projectFiles: readonly string[];
  readonly projectFolders: readonly string[];
}

export async function importOpencode(findings: Findings, kind: OpencodeKind): Promise<void> {
  const { options, name } = kind;
  const { homeFolder, environment } = options;
  const own = SourceFolder.open(
    join(textOf(environment.XDG_CONFIG_HOME) ?? join(homeFolder, ".config"), name),
    findings.refuse,
  );
  const data = SourceFolder.open(
    join(textOf(environment.XDG_DATA_HOME) ?? join(homeFolder, ".local", "share"), name),
    findings.refuse,
  );
  if (own) findings.addSource(own.path);
  if (data) findings.addSource(data.path);
  const config = mergedConfig(own, kind.configFiles);
  const auth = recordOf(data?.readJson("auth.json"));
  importFolder(findings, own, "user");
  importConfig(findings, config, { scope: "user", source: own?.path ?? "" });
  importOpencodeProfiles(findings, { name, config, auth });
  importUserSettings(findings, config);
  importFile(findings, own, { path: "AGENTS.md", scope: "user", to: `rules/${findings.tool}.md` });
  importProject(findings, openProject(options, findings.refuse), kind);
  if (data) await importOpencodeSessions(findings, data, { options, name });
}

function mergedConfig(folder: SourceFolder | undefined, files: readonly string[]): Plain {
  return files.reduce<Plain>((merged, file) => ({ ...merged, ...recordOf(folder?.readJsonc(file)) }), {});
}

function importProject(findings: Findings, project: SourceFolder | undefined, kind: OpencodeKind): void {
  if (!project) return;
  const config = mergedConfig(project, kind.projectFiles);
  for (const file of kind.projectFiles) if (project.has(file)) findings.addSource(join(project.path, file));
  importConfig(findings, config, { scope: "project", source: project.path });
  for (const name of kind.projectFolders) {
    const folder = project.folder(name);
    if (!folder) continue;
    findings.addSource(folder.path);
    importFolder(findings, folder, "project");
    importConfig(findings, mergedConfig(folder, kind.projectFiles), { scope: "project", source: folder.path });
  }
  if (config.model !== undefined || config.provider !== undefined)
    findings.note(`${kind.projectFiles[0]}: the project's choice of model was not imported.`);
}

function importFolder(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  for (const name of ["agent", "agents", "mode", "modes"]) importOpencodeAgents(findings, folder?.folder(name), scope);
  for (const name of ["command", "commands"])
    importCommands(findings, folder?.folder(name), { scope, modeOf: (agent) => modeOfAgent(findings, agent) });
  for (const name of ["skill", "skills"]) importSkills(findings, folder?.folder(name), { scope });
  for (const name of ["plugin", "plugins", "tool", "tools"])
    if (folder?.folder(name))
      findings.note(`${findings.show(folder.path)}/${name}: plugins and tools are not imported.`);
}

function importConfig(findings: Findings, config: Plain, where: { scope: ImportScope; source: string }): void {
  for (const [name, agent] of Object.entries({ ...recordOf(config.mode), ...recordOf(config.agent) }))
    if (isRecord(agent))
      importOpencodeAgent(findings, { name, agent, prompt: textOf(agent.prompt), scope: where.scope });
  for (const [name, command] of Object.entries(recordOf(config.command))) {
    const { template, ...head } = recordOf(command);
    const body = textOf(template);
    if (body === undefined) continue;
    const text = writeFrontMatter({ head, body });
    importCommand(findings, { name, text, ...where, modeOf: (agent) => modeOfAgent(findings, agent) });
  }
  importOpencodeServers(findings, config.mcp, where);
}

const known = new Set(
  "$schema model small_model default_agent mode agent command mcp provider instructions permission".split(" "),
);

function importUserSettings(findings: Findings, config: Plain): void {
  findings.setSetting("mode", modeOfAgent(findings, textOf(config.default_agent) ?? ""));
  if (config.instructions !== undefined)
    findings.note("Files named in `instructions` are not read; put them into rules/.");
  if (config.permission !== undefined)
    findings.note("Permissions were not imported: here everything requires approval until you allow it.");
  const others = Object.keys(config).filter((key) => !known.has(key));
  if (others.length > 0) findings.note(`Settings without an equivalent here: ${others.sort().join(", ")}.`);
}
