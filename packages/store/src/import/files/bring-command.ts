import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { textOf } from "../plain-value.ts";
import { readFrontMatter, writeFrontMatter } from "./front-matter.ts";

export interface FoundCommand {
  /** With `/` where the tool nests commands. */
  readonly name: string;
  readonly text: string;
  readonly scope: ImportScope;
  readonly source: string;
  /** The mode of the agent a command names. */
  readonly modeOf?: (agent: string) => string | undefined;
}

/** A slash command or workflow of another tool, with the head that ours have. */
export function bringCommand(findings: Findings, command: FoundCommand): void {
  const { head, body } = readFrontMatter(command.text);
  const description = textOf(head.description);
  const hint = hintOf(head["argument-hint"]);
  const agent = textOf(head.agent);
  const mode = textOf(head.mode) ?? (agent === undefined ? undefined : command.modeOf?.(agent));
  const kept = {
    ...(description !== undefined && { description }),
    ...(hint !== undefined && { "argument-hint": hint }),
    ...(mode !== undefined && { mode }),
  };
  const lost = Object.keys(head).filter(
    (key) => !["description", "argument-hint", "mode"].includes(key) && !(key === "agent" && mode),
  );
  const name = command.name.replaceAll("/", "-").replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  if (lost.length > 0) findings.note(`Command ${name}: ${lost.join(", ")} has no counterpart here.`);
  if (/!`[^`]+`/.test(body))
    findings.note(`Command ${name} runs shell commands to build its text; here they stay text.`);
  findings.addFile({
    path: `commands/${name}.md`,
    content: writeFrontMatter({ head: kept, body }),
    scope: command.scope,
    source: command.source,
  });
}

/** `[name]` is meant as it stands, and a list to YAML. */
function hintOf(value: unknown): string | undefined {
  return Array.isArray(value) ? `[${value.join(", ")}]` : textOf(value);
}
