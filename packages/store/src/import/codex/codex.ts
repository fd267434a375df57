import { join } from "node:path";
import { importCommands, importFile, importSkills } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportOptions, ImportSource } from "../import-source.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { openProject, SourceFolder } from "../read/source-folder.ts";
import { importCodexProfiles } from "./codex-profiles.ts";
import { importCodexServers } from "./codex-servers.ts";
import { importCodexSessions } from "./codex-sessions.ts";

/** Codex: `~/.codex`, and `.codex/config.toml` of the project. */
export const codex: ImportSource = {
  tool: "codex",
  label: "Codex",
  async find(options, findings) {
    const { homeFolder, environment } = options;
    const own = SourceFolder.open(textOf(environment.CODEX_HOME) ?? join(homeFolder, ".codex"), findings.refuse);
    if (own) {
      findings.addSource(own.path);
      const config = recordOf(own.readToml("config.toml"));
      importCodexProfiles(findings, config, recordOf(own.readJson("auth.json")));
      importCodexServers(findings, config.mcp_servers, { scope: "user", source: join(own.path, "config.toml") });
      importSettings(findings, config);
      importFile(findings, own, { path: "AGENTS.md", scope: "user", to: "rules/codex.md" });
      importCommands(findings, own.folder("prompts"), { scope: "user" });
      importSkills(findings, own.folder("skills"), { scope: "user" });
      await importCodexSessions(findings, own, options);
    }
    importProject(findings, options);
  },
};

const known = new Set(
  "model model_provider model_providers profile profiles mcp_servers developer_instructions model_reasoning_effort model_verbosity openai_base_url".split(
    " ",
  ),
);

function importSettings(findings: Findings, config: Plain): void {
  findings.setSetting("customInstructions", textOf(config.developer_instructions) ?? textOf(config.instructions));
  const others = Object.keys(config).filter((key) => !known.has(key) && key !== "instructions");
  if (others.length > 0) findings.note(`Settings of Codex without an equivalent here: ${others.sort().join(", ")}.`);
}

function importProject(findings: Findings, options: ImportOptions): void {
  const project = openProject(options, findings.refuse);
  const config = recordOf(project?.readToml(".codex/config.toml"));
  if (Object.keys(config).length === 0) return;
  const source = join(options.workspace, ".codex", "config.toml");
  findings.addSource(source);
  importCodexServers(findings, config.mcp_servers, { scope: "project", source });
  const others = Object.keys(config).filter((key) => key !== "mcp_servers");
  if (others.length > 0)
    findings.note(`.codex/config.toml: settings of the project were not imported: ${others.join(", ")}.`);
}
