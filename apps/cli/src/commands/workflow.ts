import { findTask } from "@roo-code/host";
import {
  foldWorkflow,
  loadPlan,
  orderOf,
  phaseNodes,
  reportPhases,
  requireModes,
  subtaskNodes,
  type WorkflowState,
} from "@roo-code/host/workflow";
import { RooError, type WorkflowPlan } from "@roo-code/types";
import colors from "picocolors";
import { parseCommandLine } from "../command-line.ts";
import { choice, text } from "../flags.ts";
import { formatDuration, formatUsage, formatWorkflow } from "../output/format-workflow.ts";
import { openHost } from "../process-context.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { oneLine, visibleText } from "../terminal-text.ts";
import { resumeWorkflowCommand, runWorkflowCommand } from "./workflow-run.ts";

const output = choice(["text", "json"], "text or json (default: text)");

export const workflow = withSubcommands({
  name: "workflow",
  help: `roo workflow run|resume|show|check

  run PLAN                     run a plan: a YAML or JSON file with phases; takes flags of roo run
  resume TASK                  continue a workflow that was interrupted, stopped or failed
  show TASK [--output json]    show its phases and subtasks with their status
  check PLAN                   validate a plan, and show in which order it would run

A workflow is a task: roo tasks list shows it.`,
  commands: { run: runWorkflowCommand, resume: resumeWorkflowCommand, show, check },
});

async function show(args: readonly string[]): Promise<number> {
  const about = "Show the phases and subtasks of a workflow with their status.";
  const line = { usage: "roo workflow show TASK", about, flags: { output }, positionals: { min: 1, max: 1 } };
  const parsed = parseCommandLine(line, args);
  if (!parsed) return 0;
  const { tasks } = openHost();
  const { taskId, status } = await findTask(tasks, parsed.positionals[0] ?? "");
  const state = foldWorkflow(await tasks.read(taskId));
  if (!state.plan)
    throw new RooError({
      code: "not_a_workflow",
      message: `Task ${taskId} is not a workflow.`,
      next: `See it with: roo tasks show ${taskId}`,
    });
  if (parsed.flags.output === "json") return print(JSON.stringify(reportOf(state, status), null, 2));
  return print(shownWorkflow(state, state.plan, status));
}

function reportOf(state: WorkflowState, status: string) {
  const { taskId, plan, turns, usage, filesChanged, outcome } = state;
  const files = [...filesChanged].sort();
  const error = outcome?.error;
  return { taskId, name: plan?.name, status, phases: reportPhases(state), turns, usage, filesChanged: files, error };
}

function shownWorkflow(state: WorkflowState, plan: WorkflowPlan, status: string): string {
  const { usage, outcome, taskId } = state;
  // By default picocolors treats CI as a terminal.
  const paint = process.stdout.isTTY ? colors : colors.createColors(false);
  const width = Math.min(process.stdout.columns || 100, 120);
  const total = [status, formatDuration(outcome?.durationMs), formatUsage(usage)].filter(Boolean).join("  ");
  return [
    paint.bold(oneLine(plan.name, width)),
    `${taskId}  ${total}`,
    "",
    ...formatWorkflow(reportPhases(state), { paint, width }),
    ...(outcome?.error && status === outcome.status ? ["", visibleText(outcome.error.message)] : []),
  ].join("\n");
}

async function check(args: readonly string[]): Promise<number> {
  const about = "Validate a plan, and show in which order it would run. Runs nothing.";
  const flags = { cwd: text("DIR", "the project folder (default: here)"), output };
  const parsed = parseCommandLine(
    { usage: "roo workflow check PLAN", about, flags, positionals: { min: 1, max: 1 } },
    args,
  );
  if (!parsed) return 0;
  const plan = await loadPlan(parsed.positionals[0] ?? "");
  requireModes(plan, await openHost().configure(parsed.flags.cwd ?? process.cwd()));
  return print(parsed.flags.output === "json" ? JSON.stringify(plan, null, 2) : orderText(plan));
}

/** Steps on one line may run at the same time. */
function orderText(plan: WorkflowPlan): string {
  const groups = orderOf(phaseNodes(plan));
  const lines = groups.flatMap((ids, index) => [
    `${index + 1}. ${ids.join(", ")}`,
    ...plan.phases.filter(({ id }) => ids.includes(id)).flatMap(phaseText),
  ]);
  return [`${oneLine(plan.name, 100)} is valid. It would run in this order:`, "", ...lines].join("\n");
}

function phaseText(phase: WorkflowPlan["phases"][number]): string[] {
  const named = new Map(
    phase.subtasks.map(({ id, checks = [] }) => [id, `${id}${checks.length > 0 ? " (checked)" : ""}`]),
  );
  const steps = orderOf(subtaskNodes(phase)).map((ids) => ids.map((id) => named.get(id) ?? id).join(", "));
  const checks = (phase.checks ?? []).map(({ command }) => `check ${oneLine(command, 80)}`);
  return [`   ${phase.id}: ${[...steps, ...checks].join(" → ")}`];
}
