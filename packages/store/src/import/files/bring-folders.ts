import { join } from "node:path";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { bringCommand, type FoundCommand } from "./bring-command.ts";

/** Left by editors and systems; no rules. */
const litter =
  /(^Thumbs\.db|DS_Store|\.(bak|cache|crdownload|db|dmp|dump|lock|log|old|part|partial|pyc|pyo|swo|swp|temp|tmp))$/i;

interface Place {
  readonly scope: ImportScope;
  /** Where in our folder they go. */
  readonly to: string;
  readonly except?: (path: string) => boolean;
}

/** Every text file of a folder, under the same names. */
export function bringFiles(findings: Findings, folder: SourceFolder | undefined, { scope, to, except }: Place): void {
  for (const path of folder?.walk() ?? []) {
    if (litter.test(path) || except?.(path)) continue;
    bringFile(findings, folder, { path, scope, to: `${to}/${path}` });
  }
}

export function bringFile(
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

/** Every `.md` of a folder, nested ones as `outer-inner`. */
export function bringCommands(
  findings: Findings,
  folder: SourceFolder | undefined,
  { scope, modeOf }: Pick<FoundCommand, "scope" | "modeOf">,
): void {
  for (const path of folder?.walk() ?? []) {
    const text = path.endsWith(".md") ? folder?.readText(path) : undefined;
    if (!folder || text === undefined) continue;
    const source = join(folder.path, path);
    findings.addSource(source);
    bringCommand(findings, { name: path.slice(0, -".md".length), text, scope, source, ...(modeOf && { modeOf }) });
  }
}

/** Every folder that holds a `SKILL.md`, with all that is text in it. */
export function bringSkills(
  findings: Findings,
  folder: SourceFolder | undefined,
  { scope, to = "skills" }: { scope: ImportScope; to?: string },
): void {
  for (const { name, isFolder } of folder?.list() ?? []) {
    if (!isFolder || !folder?.has(`${name}/SKILL.md`)) continue;
    bringFiles(findings, folder.folder(name), { scope, to: `${to}/${name}` });
  }
}
