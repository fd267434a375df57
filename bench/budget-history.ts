import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.ts";

const name = "bench/budget-history.json";
const file = join(root, name);
const maxEntries = 50;
/** Older entries have no list of modules. */
const maxLists = 2;

export interface BudgetRun {
  /** Figures of the table, by row name. */
  readonly ratios: Readonly<Record<string, string>>;
  /** Sources loaded before the first request. */
  readonly modules: readonly string[];
}

export interface BudgetEntry extends BudgetRun {
  /** With a `+` if something was not committed. */
  readonly commit: string;
  readonly at: string;
  readonly node: string;
}

export function readHistory(): readonly BudgetEntry[] {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

/** One entry per commit: a second run replaces the first. */
export function recordBudget(run: BudgetRun): void {
  const commit = currentCommit();
  const entry = { commit, at: new Date().toISOString(), node: process.versions.node, ...run };
  const entries = [...readHistory().filter((earlier) => earlier.commit !== commit), entry].slice(-maxEntries);
  const kept = entries.map((each, index) => (index < entries.length - maxLists ? { ...each, modules: [] } : each));
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

/** The changes since the last commit that has an entry. */
export function describeChanges(run: BudgetRun): string {
  const commit = currentCommit();
  const last = readHistory().findLast((earlier) => earlier.commit !== commit);
  if (!last) return "\nNo run of an earlier commit is recorded.\n";
  const figures = Object.entries(run.ratios)
    .filter(([what, figure]) => last.ratios[what] !== figure)
    .map(([what, figure]) => `  ${what}: ${last.ratios[what] ?? "not measured"} → ${figure}`);
  const added = run.modules.filter((module) => !last.modules.includes(module)).map((module) => `  + ${module}`);
  const removed = last.modules.filter((module) => !run.modules.includes(module)).map((module) => `  - ${module}`);
  return [
    `\nSince ${last.commit} (${last.at.slice(0, 10)}):`,
    ...figures,
    `Loaded before the first request: ${run.modules.length} modules (${last.modules.length} before)`,
    ...added,
    ...removed,
    "",
  ].join("\n");
}

export function currentCommit(): string {
  const isClean = git("status", "--porcelain", "--", ":!bench/*.json", ":!docs/performance.md") === "";
  return git("rev-parse", "--short", "HEAD") + (isClean ? "" : "+");
}

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim();
}
