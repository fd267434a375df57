import type { Exercise } from "@roo-code/evals";
import { checkAgent, loadSuite, missingToolchain, selectExercises } from "@roo-code/evals";
import type { EvalRunRequest } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { addModel, controlFlags } from "../evals/control-flags.ts";
import { evalRunFlags, requestOf } from "../evals/run-flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo evals run [flags]",
  about: `Let an agent try exercises, and grade the results in a clean copy. Check a suite before you pay for a model: --agent oracle
applies the reference solutions and must pass all, --agent null does nothing and must pass none.
Exit codes: 0, 1 when trials failed with an error, 3 when a limit of the run was reached.`,
  flags: { ...evalRunFlags, ...controlFlags },
};

export async function evalsRun(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags } = parsed;
  const requested = requestOf(flags);
  await checkAgent(requested, { isInContainer: flags.executor === "container" });
  const suite = await loadSuite(requested.suite);
  const exercises = selectExercises(suite, requested);
  const { request, model } = await addModel(requested, flags);
  const plan = await planOf(request, exercises.filter(({ passesUntouched }) => !passesUntouched).length);
  if (flags["dry-run"] && flags.output === "json") return print(JSON.stringify({ request, model, ...plan }, null, 2));
  const warn = (line: string) => process.stderr.write(`${visibleText(line)}\n`);
  if (!flags.quiet) for (const line of [`${suite.name} · ${model}`, ...plan.summary]) warn(line);
  for (const line of await warnings(exercises)) warn(line);
  if (flags["dry-run"]) return 0;
  const { createRun, openEvalServices, openRun, readRun } = await import("@roo-code/evals/control");
  const { controlRunHere } = await import("../evals/control-run.ts");
  await using opened = await openEvalServices(processContext());
  const runId = await createRun(opened.database, { request, model, exercises });
  await openRun(opened.database, runId);
  if (!flags.quiet) warn(`run ${runId} in ${opened.database.label}`);
  return await controlRunHere(opened, await readRun(opened.database, runId), flags);
}

/** What the run can show, before it costs anything. */
async function planOf({ iterations }: EvalRunRequest, exercises: number) {
  const { planRun } = await import("@roo-code/evals/statistics");
  const { describePlan } = await import("@roo-code/evals/report");
  const plan = planRun({ exercises, iterations });
  return { trials: plan.trials, smallestDifference: plan.detectable, summary: describePlan(plan) };
}

async function warnings(exercises: readonly Exercise[]): Promise<string[]> {
  const byLanguage = new Map(exercises.map((exercise) => [exercise.language, exercise]));
  const languages = await Promise.all(
    [...byLanguage].map(async ([language, exercise]) => ({
      language,
      missing: await missingToolchain(exercise.grader),
    })),
  );
  return languages.flatMap(({ language, missing }) =>
    missing ? [`! ${language} will end in errors: ${missing.message}`] : [],
  );
}
