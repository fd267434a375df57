import { type ModeGroup, modeSchema, type ToolGroup } from "@roo-code/types";
import { readFrontMatter } from "../files/front-matter.ts";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { textList } from "../mcp/read-servers.ts";
import { textOf } from "../plain-value.ts";
import type { SourceFolder } from "../read/source-folder.ts";

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

/** Brings subagents over as modes: what they may use becomes the mode's groups. */
export function bringAgents(findings: Findings, folder: SourceFolder | undefined, scope: ImportScope): void {
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
      ...(description !== undefined && { description, whenToUse: description }),
    });
    if (!mode.success || mode.data.roleDefinition === "") findings.note(`Agent ${name} has no text and was left out.`);
    else findings.addMode(mode.data, scope);
    if (textOf(head.model) !== undefined)
      findings.note(`Agent ${name}: its model was left; choose a profile for the mode.`);
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
