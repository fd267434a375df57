import type { WorkflowPlan } from "@roo-code/types";
import type { AttemptStep } from "./next-steps.ts";
import { fillPlaceholders, placeholdersIn, resultName, variableName } from "./placeholders.ts";
import { phaseDependencies } from "./plan-order.ts";
import { failedCheck } from "./step-status.ts";
import type { Attempt, CheckResult, PhaseState, WorkflowState } from "./workflow-state.ts";

const maxResultLength = 4000;
const maxResultsLength = 20_000;
const maxOutputLength = 8000;
const maxTaskLength = 600;

/** The message for the task of a new attempt: the step's own, results of earlier steps, and what failed last time. */
export function stepMessage(state: WorkflowState, { phase, subtask }: AttemptStep): string {
  const { plan } = state;
  if (!plan) return "";
  if (!subtask) return repairMessage(plan, phase);
  const results = allResults(state);
  const inText = new Set(placeholdersIn(subtask.spec.message));
  const text = fillPlaceholders(subtask.spec.message, (name) => variable(plan, name) ?? results.get(name));
  const names = dependencyNames(plan, phase, subtask.spec.dependsOn ?? []).filter((name) => !inText.has(name));
  const earlier = subtask.attempts.at(-1);
  return [text.trim(), resultsSection(names, results), earlier ? attemptSection(earlier) : ""]
    .filter(Boolean)
    .join("\n\n");
}

/** Only variables are filled in: what a model wrote must not become a command. */
export function checkCommand(plan: WorkflowPlan, command: string): string {
  return fillPlaceholders(command, (name) => variable(plan, name));
}

function variable({ vars = {} }: WorkflowPlan, name: string): string | undefined {
  return Object.entries(vars).find(([key]) => variableName(key) === name)?.[1];
}

function allResults({ phases }: WorkflowState): Map<string, string> {
  return new Map(
    phases.flatMap(({ spec, subtasks }) =>
      subtasks.flatMap((subtask): [string, string][] => {
        const result = subtask.attempts.at(-1)?.end?.result;
        return result ? [[resultName(spec.id, subtask.spec.id), excerpt(result, maxResultLength)]] : [];
      }),
    ),
  );
}

/** The results of the subtasks this step depends on, and of the phases its phase depends on. */
function dependencyNames(plan: WorkflowPlan, phase: PhaseState, siblings: readonly string[]): string[] {
  const names = phaseDependencies(plan, phase.spec);
  const phases = plan.phases.filter(({ id }) => names.includes(id));
  return [
    ...phases.flatMap(({ id, subtasks }) => subtasks.map((subtask) => resultName(id, subtask.id))),
    ...siblings.map((id) => resultName(phase.spec.id, id)),
  ];
}

function resultsSection(names: readonly string[], results: ReadonlyMap<string, string>): string {
  const texts = names.flatMap((name) => {
    const result = results.get(name);
    return result === undefined ? [] : [`### ${name.replace("results.", "")}\n${result}`];
  });
  return texts.length === 0 ? "" : `## Results of earlier steps\n\n${excerpt(texts.join("\n\n"), maxResultsLength)}`;
}

function attemptSection({ end, checks }: Attempt): string {
  const failed = failedCheck(checks);
  const lines = [
    "## An earlier attempt",
    "This was tried before and did not succeed. What that attempt changed is still there: look at it, and repair it.",
    end && end.status !== "completed"
      ? `It ended as ${end.status}: ${end.error?.message ?? "no reason was given"}`
      : "",
    end && end.conflicts.length > 0 ? `Another task changed the same files: ${end.conflicts.join(", ")}` : "",
    end?.result ? `Its result was:\n${excerpt(end.result, maxResultLength)}` : "",
    failed ? checkSection(failed) : "",
  ];
  return lines.filter(Boolean).join("\n\n");
}

function checkSection({ command, exitCode, output }: CheckResult): string {
  const how = exitCode === null ? "was ended before it was done" : `ended with exit code ${exitCode}`;
  const printed = output.trim() === "" ? "It printed nothing." : `It printed:\n${excerpt(output, maxOutputLength)}`;
  return `This command must succeed, and ${how}:\n${command}\n\n${printed}`;
}

function repairMessage(plan: WorkflowPlan, { spec, checks, subtasks, repairs }: PhaseState): string {
  const failed = failedCheck(checks);
  const earlier = repairs.attempts.at(-1);
  const tasks = subtasks.map(
    ({ spec: { id, message } }) => `- ${id}: ${excerpt(filled(plan, message), maxTaskLength)}`,
  );
  return [
    `The work of the phase "${spec.name ?? spec.id}" is done, but a check of it fails. Find the cause and repair it.`,
    failed
      ? checkSection(failed)
      : `The commands that must succeed:\n${(spec.checks ?? []).map(({ command }) => command).join("\n")}`,
    earlier ? attemptSection(earlier) : "",
    `## What the phase was to do\n\n${excerpt(tasks.join("\n"), maxResultsLength)}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function filled(plan: WorkflowPlan, message: string): string {
  return fillPlaceholders(message, (name) => variable(plan, name));
}

/** The beginning and end of a text, with the number of characters omitted between them. */
export function excerpt(text: string, maxLength: number): string {
  const whole = text.trim();
  if (whole.length <= maxLength) return whole;
  const half = Math.floor(maxLength / 2);
  // A surrogate pair must not be cut in half.
  const head = whole.slice(0, half).replace(/[\uD800-\uDBFF]$/, "");
  const tail = whole.slice(-half).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n[… ${whole.length - head.length - tail.length} characters left out …]\n${tail}`;
}
