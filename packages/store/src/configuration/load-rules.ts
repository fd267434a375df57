import type { ConfigurationNotice } from "@roo-code/types";
import type { ConfigurationEntry, ConfigurationRoot } from "./files/configuration-root.ts";
import {
  type ConfigurationFolders,
  type ConfigurationRoots,
  configurationRoots,
  filesBelow,
} from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";

export interface LoadRulesOptions extends ConfigurationFolders {
  /** Slug of the mode. */
  readonly mode: string;
  /** Whether to read rules folders and files; true by default. */
  readonly useRules?: boolean;
  /** Whether to read AGENTS.md; true by default. */
  readonly useAgentRules?: boolean;
}

interface RuleFile {
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

/** A file with rules, and its root. */
interface FoundRule {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
}

/** Extensions of temporary files left by editors, tools and systems; as in Roo Code. */
const temporaryExtensions: ReadonlySet<string> = new Set(
  ".ds_store .bak .cache .crdownload .db .dmp .dump .eslintcache .lock .log .old .part .partial .pyc .pyo .stackdump .swo .swp .temp .tmp".split(
    " ",
  ),
);

/** Rules of one mode: the user's, then the project's; single files only if there is no folder with rules. */
function findModeRules(roots: ConfigurationRoots, slug: string): FoundRule[] {
  if (!/^[a-zA-Z0-9-]+$/.test(slug)) return [];
  const inFolders = inRuleFolders(roots, `rules-${slug}`);
  return inFolders.length > 0 ? inFolders : firstFound(roots.project, [`.roorules-${slug}`, `.clinerules-${slug}`]);
}

/** Rules of every mode. */
function findCommonRules(roots: ConfigurationRoots): FoundRule[] {
  const inFolders = inRuleFolders(roots, "rules");
  return inFolders.length > 0 ? inFolders : firstFound(roots.project, [".roorules", ".clinerules"]);
}

/** A repository's rules for every agent, and the user's local additions. */
function findAgentRules({ project }: ConfigurationRoots): FoundRule[] {
  return [...firstFound(project, ["AGENTS.md", "AGENT.md"]), ...firstFound(project, ["AGENTS.local.md"])];
}

function inRuleFolders({ user, project }: ConfigurationRoots, name: string): FoundRule[] {
  return [...rulesAt(user, name), ...rulesAt(project, `.roo/${name}`)];
}

function firstFound(root: ConfigurationRoot, paths: readonly string[]): FoundRule[] {
  for (const path of paths) {
    const found = rulesAt(root, path);
    if (found.length > 0) return found;
  }
  return [];
}

/** A file, or the files of a folder, which Cline allows instead of a file. */
function rulesAt(root: ConfigurationRoot, path: string): FoundRule[] {
  const entry = root.find(path);
  if (!entry) return [];
  const accepts = (name: string) => !temporaryExtensions.has(name.slice(name.lastIndexOf(".")).toLowerCase());
  const files = entry.kind === "file" ? [entry] : filesBelow(root, entry, { folders: "all", accepts });
  return files.sort(byName).map((file) => ({ root, file }));
}

function byName(left: ConfigurationEntry, right: ConfigurationEntry): number {
  return compare(left.name.toLowerCase(), right.name.toLowerCase()) || compare(left.path, right.path);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
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
