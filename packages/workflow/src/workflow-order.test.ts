import type { PhaseInput, SubtaskSpec, TaskEvent } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { FakeSubtasks } from "../test/fake-subtasks.ts";
import { tryPlan } from "../test/harness.ts";
import { phaseDependencies } from "./plan-order.ts";
import { defineWorkflow } from "./read-plan.ts";
import { parseStep } from "./step-status.ts";

interface Item {
  readonly dependsOn: readonly number[] | undefined;
  readonly subtasks: readonly {
    readonly dependsOn: readonly number[];
    readonly hasCheck: boolean;
    readonly mode: string;
  }[];
  readonly hasCheck: boolean;
}

const earlier = fc.array(fc.nat(3), { maxLength: 3 });
const item: fc.Arbitrary<Item> = fc.record({
  dependsOn: fc.option(earlier, { nil: undefined }),
  subtasks: fc.array(fc.record({ dependsOn: earlier, hasCheck: fc.boolean(), mode: fc.constantFrom("ask", "code") }), {
    minLength: 1,
    maxLength: 4,
  }),
  hasCheck: fc.boolean(),
});

/** A plan whose steps depend only on earlier ones, so that it has no cycle. */
function planOf(items: readonly Item[]) {
  const before = (prefix: string, indices: readonly number[], index: number) =>
    [...new Set(indices.filter((other) => other < index))].map((other) => `${prefix}${other}`);
  return defineWorkflow({
    name: "random",
    phases: items.map(
      ({ dependsOn, subtasks, hasCheck }, index): PhaseInput => ({
        id: `p${index}`,
        ...(dependsOn && { dependsOn: before("p", dependsOn, index) }),
        ...(hasCheck && { checks: ["check"] }),
        subtasks: subtasks.map((subtask, position) => ({
          id: `s${position}`,
          message: "do it",
          mode: subtask.mode,
          dependsOn: before("s", subtask.dependsOn, position),
          ...(subtask.hasCheck && { checks: ["check"] }),
        })),
      }),
    ),
  });
}

it("starts every step after its dependencies, and never more at once than allowed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
      async (items, concurrency, delays) => {
        const plan = planOf(items);
        const done = new Set<string>();
        let count = 0;
        const subtasks = new FakeSubtasks(async ({ callId }) => {
          const { phase: id, subtask } = parseStep(callId);
          const phase = plan.phases.find((candidate) => candidate.id === id);
          const spec: SubtaskSpec | undefined = phase?.subtasks.find((candidate) => candidate.id === subtask);
          for (const name of phase ? phaseDependencies(plan, phase) : []) expect(done).toContain(name);
          for (const name of spec?.dependsOn ?? []) expect(done).toContain(`${id}/${name}`);
          const turns = delays[count++ % delays.length] ?? 0;
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          return {};
        });
        const observe = (event: TaskEvent): void => {
          if (event.type === "phase.end") done.add(event.phase);
          if (event.type === "subtask.end") done.add(event.callId.replace(/#\d+$/, ""));
        };
        const { result } = await tryPlan({ plan, subtasks, concurrency, observe });
        expect(result.error).toBeUndefined();
        expect(subtasks.worked).toHaveLength(plan.phases.flatMap((phase) => phase.subtasks).length);
        expect(subtasks.maxActive).toBeLessThanOrEqual(concurrency);
      },
    ),
    { numRuns: 80 },
  );
});

it("runs as many independent subtasks at once as allowed", async () => {
  const plan = defineWorkflow({ name: "wide", phases: [{ id: "a", subtasks: ["1", "2", "3", "4", "5"] }] });
  const subtasks = new FakeSubtasks(() => new Promise((resolve) => setImmediate(() => resolve({}))));
  await tryPlan({ plan, subtasks, concurrency: 3 });
  expect(subtasks.maxActive).toBe(3);
});

it("runs independent phases at the same time", async () => {
  const phases = ["a", "b", "c"].map((id) => ({ id, dependsOn: [], subtasks: ["x"] }));
  const subtasks = new FakeSubtasks(() => new Promise((resolve) => setImmediate(() => resolve({}))));
  await tryPlan({ plan: defineWorkflow({ name: "wide", phases }), subtasks });
  expect(subtasks.maxActive).toBe(3);
});
