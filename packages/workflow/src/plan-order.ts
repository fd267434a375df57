import type { PhaseSpec, WorkflowPlan } from "@roo-code/types";

interface Node {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** The phases a phase waits for: those it names, else the previous one. */
export function phaseDependencies({ phases }: WorkflowPlan, phase: PhaseSpec): readonly string[] {
  if (phase.dependsOn) return phase.dependsOn;
  const before = phases[phases.indexOf(phase) - 1];
  return before ? [before.id] : [];
}

export function phaseNodes(plan: WorkflowPlan): Node[] {
  return plan.phases.map((phase) => ({ id: phase.id, dependsOn: phaseDependencies(plan, phase) }));
}

export function subtaskNodes({ subtasks }: PhaseSpec): Node[] {
  return subtasks.map(({ id, dependsOn = [] }) => ({ id, dependsOn }));
}

/** Ids in groups: a group may start once all groups before it are done. Nodes in a cycle are in no group. */
export function orderOf(nodes: readonly Node[]): string[][] {
  const done = new Set<string>();
  const groups: string[][] = [];
  for (;;) {
    const ready = nodes.filter(({ id, dependsOn }) => !done.has(id) && dependsOn.every((name) => done.has(name)));
    if (ready.length === 0) return groups;
    groups.push(ready.map(({ id }) => id));
    for (const { id } of ready) done.add(id);
  }
}

/** `[a, b, a]`, or undefined if there is no cycle. */
export function findCycle(nodes: readonly Node[]): string[] | undefined {
  const ordered = new Set(orderOf(nodes).flat());
  const rest = new Map(nodes.filter(({ id }) => !ordered.has(id)).map((node) => [node.id, node]));
  const path: string[] = [];
  let next = rest.keys().next().value;
  while (next !== undefined && !path.includes(next)) {
    path.push(next);
    next = rest.get(next)?.dependsOn.find((name) => rest.has(name));
  }
  return next === undefined ? undefined : [...path.slice(path.indexOf(next)), next];
}

/** Transitive dependencies: what is certainly done before a node starts. */
export function everythingBefore(nodes: readonly Node[], id: string): Set<string> {
  const before = new Set<string>();
  const visit = (name: string): void => {
    for (const dependency of nodes.find((node) => node.id === name)?.dependsOn ?? []) {
      if (before.has(dependency)) continue;
      before.add(dependency);
      visit(dependency);
    }
  };
  visit(id);
  return before;
}
