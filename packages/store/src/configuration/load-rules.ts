import type { ConfigurationNotice } from "@roo-code/types";
import { type ConfigurationPlaces, configurationRoots } from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";
import { agentRulePlaces, commonRulePlaces, modeRulePlaces, type RulePlace } from "./rule-places.ts";

export interface LoadRulesOptions extends ConfigurationPlaces {
  /** Slug of the mode they are for. */
  readonly mode: string;
  /** Whether rules folders and files are read; yes unless said otherwise. */
  readonly useRules?: boolean;
  /** Whether AGENTS.md is read; yes unless said otherwise. */
  readonly useAgentRules?: boolean;
}

export interface RuleFile {
  /** Absolute. */
  readonly path: string;
  /** As it is named to the model. */
  readonly label: string;
  /** Without white space around it; never empty. */
  readonly text: string;
}

export interface LoadedRules {
  /** Of the mode, of AGENTS.md, of every mode; of the person before the project's. */
  readonly files: readonly RuleFile[];
  /** All of them for the model, each under a heading; empty without any. */
  readonly text: string;
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 100_000;
const maxTotalBytes = 200_000;

/** The rules that hold in a workspace and a mode. Reads only; never throws. */
export function loadRules(options: LoadRulesOptions): LoadedRules {
  const { home, workspace, mode, useRules = true, useAgentRules = true } = options;
  const of = [workspace, mode, String(useRules), String(useAgentRules)];
  const last = new LastLoad<LoadedRules>({ home, name: "rules", of, lists: ["files", "notices"] });
  const known = last.find();
  if (known) return known;
  const roots = configurationRoots(options);
  const places = [
    ...(useRules ? modeRulePlaces(roots, mode) : []),
    ...(useAgentRules ? agentRulePlaces(roots) : []),
    ...(useRules ? commonRulePlaces(roots) : []),
  ];
  const { files, omitted } = readAll(places);
  const notices = [...roots.user.notices, ...roots.project.notices];
  const loaded = { files, text: combine(files, omitted), notices };
  last.keep(loaded, [roots.user, roots.project]);
  return loaded;
}

function readAll(places: readonly RulePlace[]): { files: RuleFile[]; omitted: string[] } {
  const files: RuleFile[] = [];
  const omitted: string[] = [];
  let left = maxTotalBytes;
  for (const place of places) {
    const { path } = place.file;
    const label = place.root.labelOf(path);
    if (left <= 0) {
      omitted.push(label);
      place.root.report("invalid_value", path, "it is left out: there are more than 200 KB of rules.");
      continue;
    }
    const rule = readRule(place, Math.min(left, maxFileBytes));
    if (!rule) continue;
    left -= rule.bytes;
    files.push({ path, label, text: rule.text });
  }
  return { files, omitted };
}

function readRule({ root, file }: RulePlace, maxBytes: number): { text: string; bytes: number } | undefined {
  const read = root.readText(file, maxBytes);
  if (!read || isOnlyComment(read.text)) return undefined;
  const bytes = Math.min(read.size, maxBytes);
  if (!read.isCut) return { text: read.text.trim(), bytes };
  const extent = `only the first ${inKilobytes(bytes)} of its ${inKilobytes(read.size)} are used`;
  root.report("invalid_value", file.path, `it is too long: ${extent}.`);
  return { text: `${read.text.trim()}\n[This file is too long: ${extent}.]`, bytes };
}

/** An example that nobody has filled in yet says nothing to a model. */
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
  return `[There are more than 200 KB of rules; left out: ${labels.slice(0, 10).join(", ")}${more}.]`;
}
