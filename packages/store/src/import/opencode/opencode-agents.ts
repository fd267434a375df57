import { type ModeGroup, modeSchema, type ToolGroup } from "@roo-code/types";
import { patternProblem } from "../../configuration/file-pattern/pattern-problem.ts";
import { readFrontMatter } from "../files/import-files.ts";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import type { SourceFolder } from "../read/source-folder.ts";

/** Built-in agents, replaced by our own modes. */
const builtin: Readonly<Record<string, string | undefined>> = {
  build: "code",
  code: "code",
  plan: "architect",
  architect: "architect",
  ask: "ask",
  debug: "debug",
  general: undefined,
  explore: undefined,
  title: undefined,
  summary: undefined,
  compaction: undefined,
};

/** The tool for each of our groups. */
const groups: readonly (readonly [ToolGroup, string])[] = [
  ["read", "read"],
  ["edit", "edit"],
  ["command", "bash"],
  ["mcp", "mcp"],
];

export function modeOfAgent(findings: Findings, agent: string): string | undefined {
  return builtin[agent] ?? (findings.hasMode(agent) ? agent : undefined);
}

/** Imports every `.md` of an agents folder as a mode. */
export function importOpencodeAgents(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
  for (const path of folder?.walk() ?? []) {
    const text = path.endsWith(".md") ? folder?.readText(path) : undefined;
    if (text === undefined) continue;
    const { head, body } = readFrontMatter(text);
    const name = textOf(head.name) ?? path.slice(0, -".md".length);
    importOpencodeAgent(findings, { name, agent: head, prompt: body.trim(), scope });
  }
}

export function importOpencodeAgent(
  findings: Findings,
  { name, agent, prompt, scope }: { name: string; agent: Plain; prompt: string | undefined; scope: ImportScope },
): void {
  if (Object.hasOwn(builtin, name)) {
    findings.note(`Agent ${name} is built in; its changes were not imported.`);
    return;
  }
  if (agent.disable === true) return;
  const description = textOf(agent.description);
  const mode = modeSchema.safeParse({
    slug: name.replaceAll(/[^A-Za-z0-9-]+/g, "-"),
    name,
    roleDefinition: prompt,
    groups: groupsOf(findings, name, agent),
    description,
    whenToUse: description,
  });
  if (mode.success && mode.data.roleDefinition !== "") findings.addMode(mode.data, scope);
  else findings.note(`Agent ${name} has no prompt of its own and was skipped.`);
  if (textOf(agent.model) !== undefined)
    findings.note(`Agent ${name}: its model was not imported; choose a profile for the mode.`);
}

/** Everything is allowed unless denied; `ask` is what our approvals do anyway. */
function groupsOf(findings: Findings, name: string, agent: Plain): ModeGroup[] {
  const tools = recordOf(agent.tools);
  const permission = typeof agent.permission === "string" ? { "*": agent.permission } : recordOf(agent.permission);
  return groups.flatMap(([group, tool]) => {
    const rule = permission[tool] ?? ruleOfTools(tools, tool) ?? permission["*"];
    if (rule === "deny") return [];
    if (!isRecord(rule)) return [{ group }];
    if (group === "edit") return editGroup(findings, name, rule);
    // Limits inside other groups have no equivalent, and a group without its limits would be wider than intended.
    const isOpen = rule["*"] === "allow" || rule["*"] === "ask";
    if (!isOpen)
      findings.note(`Agent ${name}: its limits on ${tool} have no equivalent; the mode has no ${group} group.`);
    else if (Object.values(rule).includes("deny"))
      findings.note(
        `Agent ${name}: its denials for ${tool} have no equivalent; they require approval like everything else.`,
      );
    return isOpen ? [{ group }] : [];
  });
}

function ruleOfTools(tools: Plain, tool: string): unknown {
  const names = tool === "edit" ? ["edit", "write", "patch"] : [tool];
  const values = names.map((name) => tools[name]).filter((value) => value !== undefined);
  if (values.length === 0) return tools["*"] === false ? "deny" : undefined;
  return values.some((value) => value === true) ? "allow" : "deny";
}

/** Allowed files become a pattern. Denied files among allowed ones cannot be expressed. */
function editGroup(findings: Findings, name: string, rule: Plain): ModeGroup[] {
  const globs = Object.keys(rule).filter((glob) => glob !== "*");
  const allowed = globs.filter((glob) => rule[glob] !== "deny");
  const isOpen = rule["*"] !== undefined && rule["*"] !== "deny";
  if (isOpen && allowed.length === globs.length) return [{ group: "edit" }];
  if (allowed.length === 0 && !isOpen) return [];
  const filePattern = patternOfGlobs(allowed);
  if (!isOpen && allowed.length === globs.length && patternProblem(filePattern) === undefined)
    return [{ group: "edit", filePattern, description: allowed.join(", ") }];
  findings.note(`Agent ${name}: its rules for files have no equivalent; the mode has no edit group.`);
  return [];
}

/** A regular expression for paths that one of the globs matches: `*` any characters, `?` one. */
function patternOfGlobs(globs: readonly string[]): string {
  const patterns = globs.map((glob) =>
    glob
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, ".*")
      .replaceAll("?", "."),
  );
  return `^(${patterns.join("|")})$`;
}
