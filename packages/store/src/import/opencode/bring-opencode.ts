import { join } from "node:path";
import { bringCommand } from "../files/bring-command.ts";
import { bringCommands, bringFile, bringSkills } from "../files/bring-folders.ts";
import { writeFrontMatter } from "../files/front-matter.ts";
import type { Findings } from "../findings.ts";
import type { ImportPlaces, ImportScope } from "../import-source.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import { openProject } from "../read/project-folder.ts";
import { SourceFolder } from "../read/source-folder.ts";
import { bringOpencodeAgent, bringOpencodeAgents, modeOfAgent } from "./bring-agents.ts";
import { bringOpencodeProfiles } from "./bring-profiles.ts";
import { bringOpencodeServers } from "./bring-servers.ts";
import { bringOpencodeSessions } from "./bring-sessions.ts";

/** A program of opencode's kind: itself, or one made from it. */
export interface OpencodeKind {
  readonly places: ImportPlaces;
  /** Of its folders below the user's configuration and data. */
  readonly name: string;
  readonly configFiles: readonly string[];
  readonly projectFiles: readonly string[];
  readonly projectFolders: readonly string[];
}

export async function bringOpencode(findings: Findings, kind: OpencodeKind): Promise<void> {
  const { places, name } = kind;
  const { homeFolder, environment } = places;
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
  bringFolder(findings, own, "user");
  bringConfig(findings, config, { scope: "user", source: own?.path ?? "" });
  bringOpencodeProfiles(findings, { name, config, auth });
  bringUserSettings(findings, config);
  bringFile(findings, own, { path: "AGENTS.md", scope: "user", to: `rules/${findings.tool}.md` });
  bringProject(findings, openProject(places, findings.refuse), kind);
  if (data) await bringOpencodeSessions(findings, data, { places, name });
}

function mergedConfig(folder: SourceFolder | undefined, files: readonly string[]): Plain {
  return files.reduce<Plain>((merged, file) => ({ ...merged, ...recordOf(folder?.readJsonc(file)) }), {});
}

function bringProject(findings: Findings, project: SourceFolder | undefined, kind: OpencodeKind): void {
  if (!project) return;
  const config = mergedConfig(project, kind.projectFiles);
  for (const file of kind.projectFiles) if (project.has(file)) findings.addSource(join(project.path, file));
  bringConfig(findings, config, { scope: "project", source: project.path });
  for (const name of kind.projectFolders) {
    const folder = project.folder(name);
    if (!folder) continue;
    findings.addSource(folder.path);
    bringFolder(findings, folder, "project");
    bringConfig(findings, mergedConfig(folder, kind.projectFiles), { scope: "project", source: folder.path });
  }
  if (config.model !== undefined || config.provider !== undefined)
    findings.note(`${kind.projectFiles[0]}: the project's choice of model was not brought over.`);
}

function bringFolder(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  for (const name of ["agent", "agents", "mode", "modes"]) bringOpencodeAgents(findings, folder?.folder(name), scope);
  for (const name of ["command", "commands"])
    bringCommands(findings, folder?.folder(name), { scope, modeOf: (agent) => modeOfAgent(findings, agent) });
  for (const name of ["skill", "skills"]) bringSkills(findings, folder?.folder(name), { scope });
  for (const name of ["plugin", "plugins", "tool", "tools"])
    if (folder?.folder(name)) findings.note(`${findings.show(folder.path)}/${name}: programs are not brought over.`);
}

function bringConfig(findings: Findings, config: Plain, where: { scope: ImportScope; source: string }): void {
  for (const [name, agent] of Object.entries({ ...recordOf(config.mode), ...recordOf(config.agent) }))
    if (isRecord(agent))
      bringOpencodeAgent(findings, { name, agent, prompt: textOf(agent.prompt), scope: where.scope });
  for (const [name, command] of Object.entries(recordOf(config.command))) {
    const { template, ...head } = recordOf(command);
    const body = textOf(template);
    if (body === undefined) continue;
    const text = writeFrontMatter({ head, body });
    bringCommand(findings, { name, text, ...where, modeOf: (agent) => modeOfAgent(findings, agent) });
  }
  bringOpencodeServers(findings, config.mcp, where);
}

const known = new Set(
  "$schema model small_model default_agent mode agent command mcp provider instructions permission".split(" "),
);

function bringUserSettings(findings: Findings, config: Plain): void {
  findings.setSetting("mode", modeOfAgent(findings, textOf(config.default_agent) ?? ""));
  if (config.instructions !== undefined)
    findings.note("Files named in `instructions` are read where they are no more; put them into rules/.");
  if (config.permission !== undefined)
    findings.note("Permissions were not brought over: here everything is asked about until you allow it.");
  const others = Object.keys(config).filter((key) => !known.has(key));
  if (others.length > 0) findings.note(`Settings without a counterpart here: ${others.sort().join(", ")}.`);
}
