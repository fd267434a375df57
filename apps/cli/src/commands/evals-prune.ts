import { rmSync } from "node:fs";
import { join } from "node:path";
import { artifactsFolder, listRuns, openEvalServices, removeRun } from "@roo-code/evals/control";
import { type EvalRun, RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { choice, positiveNumber, toggle } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo evals prune [RUN…] [flags]",
  about: `Delete runs with their trials and the logs on this machine: the named ones, else those that match the flags. Never deletes
a run that is running.`,
  flags: {
    "older-than": positiveNumber("DAYS", "runs older than this (default: 30)"),
    incomplete: toggle("only unfinished runs"),
    "dry-run": toggle("only show what would be removed"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1000 },
};

export async function evalsPrune(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  await using opened = await openEvalServices(processContext());
  const { database, home } = opened;
  const before = Date.now() - (flags["older-than"] ?? 30) * 86_400_000;
  const isOld = (run: EvalRun) =>
    Date.parse(run.createdAt) < before && !(flags.incomplete && run.status === "finished");
  const ids =
    positionals.length > 0 ? positionals.map(parseRunId) : (await allRuns(database)).filter(isOld).map((run) => run.id);
  const kept: number[] = [];
  for (const runId of flags["dry-run"] ? [] : ids) {
    const isRemoved = await removeRun(database, runId).then(() => true, busyOr(positionals.length > 0));
    if (isRemoved) rmSync(join(artifactsFolder(home), String(runId)), { recursive: true, force: true });
    else kept.push(runId);
  }
  const removed = ids.filter((runId) => !kept.includes(runId));
  if (flags.output === "json") return print(JSON.stringify({ isDryRun: flags["dry-run"] ?? false, removed, kept }));
  const verb = flags["dry-run"] ? "would remove" : "removed";
  return print(
    removed.length === 0
      ? "Nothing to remove."
      : `${verb} ${removed.length === 1 ? "run" : "runs"} ${removed.join(", ")}`,
  );
}

type Database = Parameters<typeof listRuns>[0];

async function allRuns(database: Database): Promise<EvalRun[]> {
  const runs: EvalRun[] = [];
  for (;;) {
    const page = await listRuns(database, { limit: 500, before: runs.at(-1)?.id });
    runs.push(...page);
    if (page.length < 500) return runs;
  }
}

/** A running one is skipped, unless it was named. */
function busyOr(isNamed: boolean): (error: unknown) => boolean {
  return (error) => {
    if (!isNamed && error instanceof RooError && error.code === "run_busy") return false;
    throw error;
  };
}
