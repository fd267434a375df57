import { listRuns, openEvalServices, readRun } from "@roo-code/evals/control";
import type { EvalRun } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { formatCost } from "../evals/format-trial.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { choice, integer } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { table } from "../table.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo evals status [RUN]",
  about: "List the newest runs and their status, or show one.",
  flags: {
    limit: integer("N", "how many (default: 20)", 1, 1000),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1 },
};

export async function evalsStatus(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  await using opened = await openEvalServices(processContext());
  const runs =
    positionals[0] === undefined
      ? await listRuns(opened.database, { limit: flags.limit ?? 20 })
      : [await readRun(opened.database, parseRunId(positionals[0]))];
  if (flags.output === "json") return print(JSON.stringify(positionals[0] === undefined ? runs : runs[0], null, 2));
  if (runs.length === 0) return print("No runs yet. Start with: roo evals run --agent oracle");
  const head = ["run", "status", "suite", "model", "passed", "left", "errors", "cost", "started", "name"];
  return print(visibleText(table([head, ...runs.map(rowOf)], process.stdout.columns || 120)));
}

function rowOf({ id, status, limit, request, model, counts, passRate, cost, createdAt, name }: EvalRun) {
  return [
    String(id),
    limit ? `limit of ${limit}` : status,
    request.suite,
    model,
    { right: `${passRate.passed}/${passRate.graded}` },
    { right: String(counts.waiting + counts.running) },
    { right: String(counts.error) },
    { right: cost === null ? "–" : formatCost(cost) },
    createdAt.slice(0, 16).replace("T", " "),
    name ?? "",
  ];
}
