import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.ts";

const file = join(root, "bench", "budget-history.json");
const maxEntries = 50;

export interface BudgetRun {
  /** Figures of the table, by row name. */
  readonly ratios: Readonly<Record<string, string>>;
  /** Sources loaded before the first request. */
  readonly modules: readonly string[];
}

export interface BudgetEntry extends BudgetRun {
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

/** One entry per commit: a second run replaces the first. Only the newest entry has a list of modules. */
export function recordBudget(run: BudgetRun): void {
  const commit = git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+");
  const entry = { commit, at: new Date().toISOString(), node: process.versions.node, ...run };
  const earlier = readHistory().filter((previous) => previous.commit !== commit);
  const kept = earlier.slice(1 - maxEntries).map((previous) => ({ ...previous, modules: [] }));
  writeFileSync(file, `${JSON.stringify([...kept, entry], null, 2)}\n`);
}

/** The changes since the last entry. */
export function describeChanges(history: readonly BudgetEntry[], run: BudgetRun): string {
  const last = history.at(-1);
  if (!last) return "\nNo earlier run recorded.\n";
  const figures = Object.entries(run.ratios)
    .filter(([what, figure]) => last.ratios[what] !== figure)
    .map(([what, figure]) => `  ${what}: ${last.ratios[what] ?? "not measured"} → ${figure}`);
  const added = run.modules.filter((name) => !last.modules.includes(name)).map((name) => `  + ${name}`);
  const removed = last.modules.filter((name) => !run.modules.includes(name)).map((name) => `  - ${name}`);
  return [
    `\nSince ${last.commit} (${last.at.slice(0, 10)}):`,
    ...figures,
    `Loaded before the first request: ${run.modules.length} modules (${last.modules.length} before)`,
    ...added,
    ...removed,
    "",
  ].join("\n");
}

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim();
}
