import { join } from "node:path";
import { bringCodexProfiles } from "./codex/bring-profiles.ts";
import { bringCodexServers } from "./codex/bring-servers.ts";
import { bringCodexSessions } from "./codex/bring-sessions.ts";
import { bringCommands, bringFile, bringSkills } from "./files/bring-folders.ts";
import type { Findings } from "./findings.ts";
import type { ImportPlaces, ImportSource } from "./import-source.ts";
import { type Plain, recordOf, textOf } from "./plain-value.ts";
import { openProject } from "./read/project-folder.ts";
import { SourceFolder } from "./read/source-folder.ts";

/** Codex: `~/.codex`, and `.codex/config.toml` of the project. */
export const codex: ImportSource = {
  tool: "codex",
  label: "Codex",
  async find(places, findings) {
    const { homeFolder, environment } = places;
    const own = SourceFolder.open(textOf(environment.CODEX_HOME) ?? join(homeFolder, ".codex"), findings.refuse);
    if (own) {
      findings.addSource(own.path);
      const config = recordOf(own.readToml("config.toml"));
      bringCodexProfiles(findings, config, recordOf(own.readJson("auth.json")));
      bringCodexServers(findings, config.mcp_servers, { scope: "user", source: join(own.path, "config.toml") });
      bringSettings(findings, config);
      bringFile(findings, own, { path: "AGENTS.md", scope: "user", to: "rules/codex.md" });
      bringCommands(findings, own.folder("prompts"), { scope: "user" });
      bringSkills(findings, own.folder("skills"), { scope: "user" });
      await bringCodexSessions(findings, own, places);
    }
    bringProject(findings, places);
  },
};

const known = new Set(
  "model model_provider model_providers profile profiles mcp_servers developer_instructions model_reasoning_effort model_verbosity openai_base_url".split(
    " ",
  ),
);

function bringSettings(findings: Findings, config: Plain): void {
  findings.setSetting("customInstructions", textOf(config.developer_instructions) ?? textOf(config.instructions));
  const others = Object.keys(config).filter((key) => !known.has(key) && key !== "instructions");
  if (others.length > 0) findings.note(`Settings of Codex without a counterpart here: ${others.sort().join(", ")}.`);
}

function bringProject(findings: Findings, places: ImportPlaces): void {
  const project = openProject(places, findings.refuse);
  const config = recordOf(project?.readToml(".codex/config.toml"));
  if (Object.keys(config).length === 0) return;
  const source = join(places.workspace, ".codex", "config.toml");
  findings.addSource(source);
  bringCodexServers(findings, config.mcp_servers, { scope: "project", source });
  const others = Object.keys(config).filter((key) => key !== "mcp_servers");
  if (others.length > 0)
    findings.note(`.codex/config.toml: settings of the project were not brought over: ${others.join(", ")}.`);
}
