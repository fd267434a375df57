import type { ConfigurationNotice } from "@roo-code/types";
import { type ConfigurationFolders, configurationRoots } from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";
import { type FoundRule, findAgentRules, findCommonRules, findModeRules } from "./find-rules.ts";

export interface LoadRulesOptions extends ConfigurationFolders {
  /** Slug of the mode. */
  readonly mode: string;
  /** Whether to read rules folders and files; true by default. */
  readonly useRules?: boolean;
  /** Whether to read AGENTS.md; true by default. */
  readonly useAgentRules?: boolean;
}

export interface RuleFile {
  /** Absolute. */
  readonly path: string;
  /** Its name in the prompt. */
  readonly label: string;
  /** Trimmed; never empty. */
  readonly text: string;
}

export interface LoadedRules {
  /** Rules of the mode, AGENTS.md, then common rules; the user's before the project's. */
  readonly files: readonly RuleFile[];
  /** All rules as one prompt section, each file under a heading; empty if there are none. */
  readonly text: string;
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 100_000;
const maxTotalBytes = 200_000;

/** The rules for a workspace and a mode. Read-only; never throws. */
export function loadRules(options: LoadRulesOptions): LoadedRules {
  const { home, workspace, mode, useRules = true, useAgentRules = true } = options;
  const of = [workspace, mode, String(useRules), String(useAgentRules)];
  const last = new LastLoad<LoadedRules>({ home, name: "rules", of, lists: ["files", "notices"] });
  const known = last.find();
  if (known) return known;
  const roots = configurationRoots(options);
  const found = [
    ...(useRules ? findModeRules(roots, mode) : []),
    ...(useAgentRules ? findAgentRules(roots) : []),
    ...(useRules ? findCommonRules(roots) : []),
  ];
  const { files, omitted } = readAll(found);
  const notices = [...roots.user.notices, ...roots.project.notices];
  const loaded = { files, text: combine(files, omitted), notices };
  last.keep(loaded, [roots.user, roots.project]);
  return loaded;
}

function readAll(found: readonly FoundRule[]): { files: RuleFile[]; omitted: string[] } {
  const files: RuleFile[] = [];
  const omitted: string[] = [];
  let left = maxTotalBytes;
  for (const entry of found) {
    const { path } = entry.file;
    const label = entry.root.labelOf(path);
    if (left <= 0) {
      omitted.push(label);
      entry.root.report("invalid_value", path, "it is skipped: there are more than 200 KB of rules.");
      continue;
    }
    const rule = readRule(entry, Math.min(left, maxFileBytes));
    if (!rule) continue;
    left -= rule.bytes;
    files.push({ path, label, text: rule.text });
  }
  return { files, omitted };
}

function readRule({ root, file }: FoundRule, maxBytes: number): { text: string; bytes: number } | undefined {
  const read = root.readText(file, maxBytes);
  if (!read || isOnlyComment(read.text)) return undefined;
  const bytes = Math.min(read.size, maxBytes);
  if (!read.isCut) return { text: read.text.trim(), bytes };
  const extent = `only the first ${inKilobytes(bytes)} of its ${inKilobytes(read.size)} are used`;
  root.report("invalid_value", file.path, `it is too long: ${extent}.`);
  return { text: `${read.text.trim()}\n[This file is too long: ${extent}.]`, bytes };
}

/** A template that was not filled in yet is not sent to the model. */
function isOnlyComment(text: string): boolean {
  let rest = text.trimStart();
  while (rest.startsWith("<!--")) {
    const end = rest.indexOf("-->");
    if (end === -1) return false;
    rest = rest.slice(end + "-->".length).trimStart();
  }
  return rest === "";
}

function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} KB`;
}

function combine(files: readonly RuleFile[], omitted: readonly string[]): string {
  const sections = files.map(({ label, text }) => `# Rules from ${label}\n\n${text}`);
  if (omitted.length > 0) sections.push(omission(omitted));
  return sections.join("\n\n");
}

function omission(labels: readonly string[]): string {
  const more = labels.length > 10 ? ` and ${labels.length - 10} more` : "";
  return `[There are more than 200 KB of rules; skipped: ${labels.slice(0, 10).join(", ")}${more}.]`;
}
