import { join } from "node:path";
import { bringAgents } from "./claude-code/bring-agents.ts";
import { bringClaudeSessions } from "./claude-code/bring-sessions.ts";
import { bringClaudeSettings } from "./claude-code/bring-settings.ts";
import { bringCommands, bringFile, bringSkills } from "./files/bring-folders.ts";
import type { Findings } from "./findings.ts";
import type { ImportPlaces, ImportScope, ImportSource } from "./import-source.ts";
import { bringServers } from "./mcp/read-servers.ts";
import { recordOf, textOf } from "./plain-value.ts";
import { openProject } from "./read/project-folder.ts";
import { SourceFolder } from "./read/source-folder.ts";

/** Claude Code: `~/.claude`, `~/.claude.json`, and what it reads in a project. */
export const claudeCode: ImportSource = {
  tool: "claude-code",
  label: "Claude Code",
  async find(places, findings) {
    const { homeFolder, environment } = places;
    const own = SourceFolder.open(
      textOf(environment.CLAUDE_CONFIG_DIR) ?? join(homeFolder, ".claude"),
      findings.refuse,
    );
    const home = SourceFolder.open(homeFolder, findings.refuse);
    const project = openProject(places, findings.refuse);
    const account = recordOf(home?.readJson(".claude.json"));
    if (own) findings.addSource(own.path);
    if (home?.has(".claude.json")) findings.addSource(join(homeFolder, ".claude.json"));
    bringClaudeSettings(findings, { settings: recordOf(own?.readJsonc("settings.json")), account, homeFolder });
    bringInstructions(findings, own, "user");
    bringUserServers(findings, account, places);
    bringProject(findings, project);
    if (own) await bringClaudeSessions(findings, own, places);
    if (own?.has(".credentials.json"))
      findings.note("Claude Code is signed in with an account; that cannot be used here.");
  },
};

function bringInstructions(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  bringFile(findings, folder, { path: "CLAUDE.md", scope, to: "rules/claude-code.md" });
  bringCommands(findings, folder?.folder("commands"), { scope });
  bringSkills(findings, folder?.folder("skills"), { scope });
  bringAgents(findings, folder?.folder("agents"), scope);
}

function bringUserServers(
  findings: Findings,
  account: ReturnType<typeof recordOf>,
  { homeFolder, workspace }: ImportPlaces,
): void {
  const source = join(homeFolder, ".claude.json");
  bringServers(findings, account.mcpServers, { scope: "user", source, bareVariables: true });
  const here = recordOf(recordOf(account.projects)[workspace]);
  bringServers(findings, here.mcpServers, { scope: "project", source, bareVariables: true });
}

function bringProject(findings: Findings, project: SourceFolder | undefined): void {
  const scope: ImportScope = "project";
  if (!project) return;
  bringInstructions(findings, project.folder(".claude"), scope);
  bringFile(findings, project, { path: "CLAUDE.md", scope, to: "rules/claude-code.md" });
  bringFile(findings, project, { path: "CLAUDE.local.md", scope, to: "rules/claude-code-local.md" });
  const servers = recordOf(project.readJsonc(".mcp.json")).mcpServers;
  if (servers !== undefined) findings.addSource(join(project.path, ".mcp.json"));
  bringServers(findings, servers, { scope, source: join(project.path, ".mcp.json"), bareVariables: true });
  for (const name of ["settings.json", "settings.local.json"])
    if (project.has(`.claude/${name}`))
      findings.note(`.claude/${name}: settings of the project were not brought over.`);
}
