import { join } from "node:path";
import { dump } from "js-yaml";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { parseYaml } from "../read/parse-data.ts";
import type { SourceFolder } from "../read/source-folder.ts";

/** Temporary files of editors and systems. */
const temporaryFile =
  /(^Thumbs\.db|DS_Store|\.(bak|cache|crdownload|db|dmp|dump|lock|log|old|part|partial|pyc|pyo|swo|swp|temp|tmp))$/i;

interface FilesTarget {
  readonly scope: ImportScope;
  /** The target folder. */
  readonly to: string;
  readonly except?: (path: string) => boolean;
}

/** Imports every text file of a folder under the same name. */
export function importFiles(
  findings: Findings,
  folder: SourceFolder | undefined,
  { scope, to, except }: FilesTarget,
): void {
  for (const path of folder?.walk() ?? []) {
    if (temporaryFile.test(path) || except?.(path)) continue;
    importFile(findings, folder, { path, scope, to: `${to}/${path}` });
  }
}

export function importFile(
  findings: Findings,
  folder: SourceFolder | undefined,
  file: { path: string; scope: ImportScope; to: string },
): void {
  const content = folder?.readText(file.path);
  if (!folder || content === undefined || content.trim() === "") return;
  const source = join(folder.path, file.path);
  findings.addSource(source);
  findings.addFile({ path: file.to, content, scope: file.scope, source });
}

/** Imports every `.md` of a folder, nested ones as `outer-inner`. */
export function importCommands(
  findings: Findings,
  folder: SourceFolder | undefined,
  { scope, modeOf }: Pick<FoundCommand, "scope" | "modeOf">,
): void {
  for (const path of folder?.walk() ?? []) {
    const text = path.endsWith(".md") ? folder?.readText(path) : undefined;
    if (!folder || text === undefined) continue;
    const source = join(folder.path, path);
    findings.addSource(source);
    importCommand(findings, { name: path.slice(0, -".md".length), text, scope, source, modeOf });
  }
}

/** Imports every folder with a `SKILL.md`, including its other text files. */
export function importSkills(
  findings: Findings,
  folder: SourceFolder | undefined,
  { scope, to = "skills" }: { scope: ImportScope; to?: string },
): void {
  for (const { name, isFolder } of folder?.list() ?? []) {
    if (!isFolder || !folder?.has(`${name}/SKILL.md`)) continue;
    importFiles(findings, folder.folder(name), { scope, to: `${to}/${name}` });
  }
}

interface FoundCommand {
  /** With `/` for nested commands. */
  readonly name: string;
  readonly text: string;
  readonly scope: ImportScope;
  readonly source: string;
  /** The mode for the agent of a command. */
  readonly modeOf?: (agent: string) => string | undefined;
}

/** Imports a slash command or workflow, with the frontmatter fields that exist here. */
export function importCommand(findings: Findings, command: FoundCommand): void {
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
  if (lost.length > 0) findings.note(`Command ${name}: ${lost.join(", ")} has no equivalent here.`);
  if (/!`[^`]+`/.test(body))
    findings.note(`Command ${name} runs shell commands to build its text; here they stay text.`);
  findings.addFile({
    path: `commands/${name}.md`,
    content: writeFrontMatter({ head: kept, body }),
    scope: command.scope,
    source: command.source,
  });
}

/** `[name]` is meant literally, but is a list in YAML. */
function hintOf(value: unknown): string | undefined {
  return Array.isArray(value) ? `[${value.join(", ")}]` : textOf(value);
}

interface MarkdownFile {
  readonly head: Plain;
  readonly body: string;
}

/** A Markdown file and its frontmatter; broken frontmatter is part of the text. */
export function readFrontMatter(text: string): MarkdownFile {
  const [all, yaml] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const head = yaml === undefined ? undefined : parseYaml(yaml);
  if (all === undefined || typeof head !== "object" || head === null) return { head: {}, body: text };
  return { head: recordOf(head), body: text.slice(all.length) };
}

export function writeFrontMatter({ head, body }: MarkdownFile): string {
  if (Object.keys(head).length === 0) return body;
  return `---\n${dump(head, { lineWidth: -1 })}---\n${body}`;
}
