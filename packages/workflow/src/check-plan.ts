import type { PhaseSpec, WorkflowPlan } from "@roo-code/types";
import { placeholdersIn, resultName, variableName } from "./placeholders.ts";
import { everythingBefore, findCycle, phaseNodes, subtaskNodes } from "./plan-order.ts";
import type { PlanProblem } from "./plan-problem.ts";

const maxPhases = 100;
const maxSubtasks = 1000;

type Path = PlanProblem["path"];

/** What the schema cannot check: duplicate and unknown ids, circular dependencies, placeholders without a value. */
export function checkPlan(plan: WorkflowPlan): PlanProblem[] {
  const count = plan.phases.reduce((sum, { subtasks }) => sum + subtasks.length, 0);
  if (plan.phases.length > maxPhases)
    return [{ path: ["phases"], message: `at most ${maxPhases} phases are allowed, found ${plan.phases.length}` }];
  if (count > maxSubtasks)
    return [{ path: ["phases"], message: `at most ${maxSubtasks} subtasks are allowed, found ${count}` }];
  const ids = [
    ...checkIds(plan.phases, ["phases"], "phase"),
    ...plan.phases.flatMap(({ subtasks }, index) => checkIds(subtasks, ["phases", index, "subtasks"], "subtask")),
  ];
  if (ids.length > 0) return ids;
  const cycles = [
    ...checkCycle(phaseNodes(plan), ["phases"]),
    ...plan.phases.flatMap((phase, index) => checkCycle(subtaskNodes(phase), ["phases", index, "subtasks"])),
  ];
  return cycles.length > 0 ? cycles : plan.phases.flatMap((phase, index) => checkTexts(plan, phase, ["phases", index]));
}

function checkIds(
  items: readonly { readonly id: string; readonly dependsOn?: readonly string[] | undefined }[],
  path: Path,
  kind: string,
): PlanProblem[] {
  const ids = items.map(({ id }) => id);
  return items.flatMap(({ id, dependsOn = [] }, index) => [
    ...(ids.indexOf(id) < index ? [{ path: [...path, index, "id"], message: `duplicate ${kind} "${id}"` }] : []),
    ...dependsOn.flatMap((name, position) =>
      ids.includes(name)
        ? []
        : [{ path: [...path, index, "dependsOn", position], message: `unknown ${kind} "${name}"` }],
    ),
  ]);
}

function checkCycle(nodes: Parameters<typeof findCycle>[0], path: Path): PlanProblem[] {
  const cycle = findCycle(nodes);
  if (!cycle) return [];
  const index = nodes.findIndex(({ id }) => id === cycle[0]);
  return [{ path: [...path, index, "dependsOn"], message: `circular dependency: ${cycle.join(" → ")}` }];
}

function checkTexts(plan: WorkflowPlan, phase: PhaseSpec, path: Path): PlanProblem[] {
  const variables = Object.keys(plan.vars ?? {}).map(variableName);
  const earlier = everythingBefore(phaseNodes(plan), phase.id);
  const results = plan.phases
    .filter(({ id }) => earlier.has(id))
    .flatMap(({ id, subtasks }) => subtasks.map((subtask) => resultName(id, subtask.id)));
  const inCommands = (checks: PhaseSpec["checks"], parent: Path): PlanProblem[] =>
    (checks ?? []).flatMap(({ command }, index) =>
      checkText(command, new Set(variables), [...parent, "checks", index, "command"]),
    );
  return [
    ...inCommands(phase.checks, path),
    ...phase.subtasks.flatMap((subtask, index) => {
      const parent = [...path, "subtasks", index];
      const siblings = everythingBefore(subtaskNodes(phase), subtask.id);
      const own = [...siblings].map((id) => resultName(phase.id, id));
      const known = new Set([...variables, ...results, ...own]);
      return [...checkText(subtask.message, known, [...parent, "message"]), ...inCommands(subtask.checks, parent)];
    }),
  ];
}

function checkText(text: string, known: ReadonlySet<string>, path: Path): PlanProblem[] {
  return placeholdersIn(text)
    .filter((name) => !known.has(name))
    .map((name) => ({ path, message: `{{${name}}} has no value here${hint(known)}` }));
}

function hint(known: ReadonlySet<string>): string {
  return known.size === 0 ? "" : `; available: ${[...known].slice(0, 8).join(", ")}${known.size > 8 ? ", …" : ""}`;
}
