import type { PhaseSpec, WorkflowPlan } from "@roo-code/types";
import { placeholdersIn, resultName, variableName } from "./placeholders.ts";
import { everythingBefore, findCycle, phaseNodes, subtaskNodes } from "./plan-order.ts";
import type { PlanProblem } from "./plan-problem.ts";

const maxPhases = 100;
const maxSubtasks = 1000;

type Path = PlanProblem["path"];

/** What no schema sees: names that are used twice or nowhere given, circles, placeholders without a value. */
export function checkPlan(plan: WorkflowPlan): PlanProblem[] {
  const count = plan.phases.reduce((sum, { subtasks }) => sum + subtasks.length, 0);
  if (plan.phases.length > maxPhases)
    return [{ path: ["phases"], message: `a plan has ${maxPhases} phases at most; these are ${plan.phases.length}` }];
  if (count > maxSubtasks)
    return [{ path: ["phases"], message: `a plan has ${maxSubtasks} subtasks at most; these are ${count}` }];
  const names = [
    ...checkNames(plan.phases, ["phases"], "phase"),
    ...plan.phases.flatMap(({ subtasks }, index) => checkNames(subtasks, ["phases", index, "subtasks"], "subtask")),
  ];
  if (names.length > 0) return names;
  const cycles = [
    ...checkCycle(phaseNodes(plan), ["phases"]),
    ...plan.phases.flatMap((phase, index) => checkCycle(subtaskNodes(phase), ["phases", index, "subtasks"])),
  ];
  return cycles.length > 0 ? cycles : plan.phases.flatMap((phase, index) => checkTexts(plan, phase, ["phases", index]));
}

function checkNames(
  items: readonly { readonly id: string; readonly dependsOn?: readonly string[] | undefined }[],
  path: Path,
  kind: string,
): PlanProblem[] {
  const ids = items.map(({ id }) => id);
  return items.flatMap(({ id, dependsOn = [] }, index) => [
    ...(ids.indexOf(id) < index ? [{ path: [...path, index, "id"], message: `there is another ${kind} "${id}"` }] : []),
    ...dependsOn.flatMap((name, place) =>
      ids.includes(name)
        ? []
        : [{ path: [...path, index, "dependsOn", place], message: `there is no ${kind} "${name}"` }],
    ),
  ]);
}

function checkCycle(nodes: Parameters<typeof findCycle>[0], path: Path): PlanProblem[] {
  const cycle = findCycle(nodes);
  if (!cycle) return [];
  const index = nodes.findIndex(({ id }) => id === cycle[0]);
  return [{ path: [...path, index, "dependsOn"], message: `these wait for each other: ${cycle.join(" → ")}` }];
}

function checkTexts(plan: WorkflowPlan, phase: PhaseSpec, path: Path): PlanProblem[] {
  const variables = Object.keys(plan.vars ?? {}).map(variableName);
  const earlier = everythingBefore(phaseNodes(plan), phase.id);
  const results = plan.phases
    .filter(({ id }) => earlier.has(id))
    .flatMap(({ id, subtasks }) => subtasks.map((subtask) => resultName(id, subtask.id)));
  const inCommands = (checks: PhaseSpec["checks"], place: Path): PlanProblem[] =>
    (checks ?? []).flatMap(({ command }, index) =>
      checkText(command, new Set(variables), [...place, "checks", index, "command"]),
    );
  return [
    ...inCommands(phase.checks, path),
    ...phase.subtasks.flatMap((subtask, index) => {
      const place = [...path, "subtasks", index];
      const siblings = everythingBefore(subtaskNodes(phase), subtask.id);
      const own = [...siblings].map((id) => resultName(phase.id, id));
      const known = new Set([...variables, ...results, ...own]);
      return [...checkText(subtask.message, known, [...place, "message"]), ...inCommands(subtask.checks, place)];
    }),
  ];
}

function checkText(text: string, known: ReadonlySet<string>, path: Path): PlanProblem[] {
  return placeholdersIn(text)
    .filter((name) => !known.has(name))
    .map((name) => ({ path, message: `nothing is known for {{${name}}} here${hint(known)}` }));
}

function hint(known: ReadonlySet<string>): string {
  return known.size === 0 ? "" : `; known are ${[...known].slice(0, 8).join(", ")}${known.size > 8 ? ", …" : ""}`;
}
