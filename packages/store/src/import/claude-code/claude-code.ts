import { join } from "node:path";
import { type ModeGroup, modeSchema, type ToolGroup } from "@roo-code/types";
import { importCommands, importFile, importSkills, readFrontMatter } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportScope, ImportSource } from "../import-source.ts";
import { importServers, textList } from "../mcp/read-servers.ts";
import { recordOf, textOf } from "../plain-value.ts";
import { openProject, SourceFolder } from "../read/source-folder.ts";
import { importClaudeSessions } from "./claude-sessions.ts";
import { importClaudeSettings } from "./claude-settings.ts";

/** Claude Code: `~/.claude`, `~/.claude.json`, and what it reads in a project. */
export const claudeCode: ImportSource = {
  tool: "claude-code",
  label: "Claude Code",
  async find(options, findings) {
    const { homeFolder, environment } = options;
    const own = SourceFolder.open(
      textOf(environment.CLAUDE_CONFIG_DIR) ?? join(homeFolder, ".claude"),
      findings.refuse,
    );
    const home = SourceFolder.open(homeFolder, findings.refuse);
    const project = openProject(options, findings.refuse);
    const account = recordOf(home?.readJson(".claude.json"));
    if (own) findings.addSource(own.path);
    if (home?.has(".claude.json")) findings.addSource(join(homeFolder, ".claude.json"));
    importClaudeSettings(findings, { settings: recordOf(own?.readJsonc("settings.json")), account, homeFolder });
    importInstructions(findings, own, "user");
    importUserServers(findings, account, options);
    importProject(findings, project);
    if (own) await importClaudeSessions(findings, own, options);
    if (own?.has(".credentials.json"))
      findings.note("Claude Code is signed in with an account; that cannot be used here.");
  },
};

function importInstructions(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  importFile(findings, folder, { path: "CLAUDE.md", scope, to: "rules/claude-code.md" });
  importCommands(findings, folder?.folder("commands"), { scope });
  importSkills(findings, folder?.folder("skills"), { scope });
  importAgents(findings, folder?.folder("agents"), scope);
}

function importUserServers(
  findings: Findings,
  account: ReturnType<typeof recordOf>,
  { homeFolder, workspace }: ImportOptions,
): void {
  const source = join(homeFolder, ".claude.json");
  importServers(findings, account.mcpServers, { scope: "user", source, bareVariables: true });
  const project = recordOf(recordOf(account.projects)[workspace]);
  importServers(findings, project.mcpServers, { scope: "project", source, bareVariables: true });
}

function importProject(findings: Findings, project: SourceFolder | undefined): void {
  const scope: ImportScope = "project";
  if (!project) return;
  importInstructions(findings, project.folder(".claude"), scope);
  importFile(findings, project, { path: "CLAUDE.md", scope, to: "rules/claude-code.md" });
  importFile(findings, project, { path: "CLAUDE.local.md", scope, to: "rules/claude-code-local.md" });
  const servers = recordOf(project.readJsonc(".mcp.json")).mcpServers;
  if (servers !== undefined) findings.addSource(join(project.path, ".mcp.json"));
  importServers(findings, servers, { scope, source: join(project.path, ".mcp.json"), bareVariables: true });
  for (const name of ["settings.json", "settings.local.json"])
    if (project.has(`.claude/${name}`)) findings.note(`.claude/${name}: settings of the project were not imported.`);
}

const everything: readonly ToolGroup[] = ["read", "edit", "command", "mcp"];

const groupOfTool: Readonly<Record<string, ToolGroup>> = {
  read: "read",
  grep: "read",
  glob: "read",
  ls: "read",
  notebookread: "read",
  edit: "edit",
  multiedit: "edit",
  write: "edit",
  notebookedit: "edit",
  bash: "command",
};

/** Imports subagents as modes: their tools become the groups of the mode. */
function importAgents(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  for (const path of folder?.walk() ?? []) {
    const text = path.endsWith(".md") ? folder?.readText(path) : undefined;
    if (text === undefined) continue;
    const { head, body } = readFrontMatter(text);
    const name = textOf(head.name) ?? path.replace(/^.*\//, "").slice(0, -".md".length);
    const description = textOf(head.description);
    const mode = modeSchema.safeParse({
      slug: name.replaceAll(/[^A-Za-z0-9-]+/g, "-"),
      name,
      roleDefinition: body.trim(),
      groups: groupsOf(head.tools),
      description,
      whenToUse: description,
    });
    if (!mode.success || mode.data.roleDefinition === "") findings.note(`Agent ${name} has no text and was skipped.`);
    else findings.addMode(mode.data, scope);
    if (textOf(head.model) !== undefined)
      findings.note(`Agent ${name}: its model was not imported; choose a profile for the mode.`);
  }
}

function groupsOf(tools: unknown): ModeGroup[] {
  const named = typeof tools === "string" ? tools.split(",") : textList(tools);
  if (named.length === 0) return everything.map((group) => ({ group }));
  const groups = named.flatMap((tool) => {
    const name = tool.trim().replace(/\(.*$/, "").toLowerCase();
    return name.startsWith("mcp__") ? ["mcp" as const] : (groupOfTool[name] ?? []);
  });
  return everything.filter((group) => groups.includes(group)).map((group) => ({ group }));
}
