import * as fc from "fast-check";
import { expect, it } from "vitest";
import { defineWorkflow } from "./define-workflow.ts";
import { orderOf, phaseNodes } from "./plan-order.ts";
import { fieldName } from "./plan-problem.ts";
import { readPlan } from "./read-plan.ts";

const phase = (id: string, more: object = {}) => ({ id, subtasks: ["x"], ...more });

const unknownKey = (key: string) =>
  `${key}: there is no such key; the keys are name, description, mode, vars, concurrency, phases`;

function problemsOf(value: unknown): string[] {
  const read = readPlan(value);
  return "plan" in read ? [] : read.problems.map(({ path, message }) => `${fieldName(path)}: ${message}`);
}

it("takes short forms and keys with underscores", () => {
  const plan = {
    name: "w",
    phases: [
      { id: "a", subtasks: "one", checks: "make" },
      {
        id: "b",
        depends_on: "a",
        subtasks: [{ message: "m", depends_on: [], checks: [{ command: "c", timeout: 5 }] }, "n"],
      },
    ],
  };
  expect(readPlan(plan)).toEqual({
    plan: {
      name: "w",
      phases: [
        { id: "a", subtasks: [{ id: "1", message: "one" }], checks: [{ command: "make" }] },
        {
          id: "b",
          dependsOn: ["a"],
          subtasks: [
            { id: "1", message: "m", dependsOn: [], checks: [{ command: "c", timeout: 5 }] },
            { id: "2", message: "n" },
          ],
        },
      ],
    },
  });
});

it.each([
  ["no plan at all", "text", [": it must be keys with values, not a text"]],
  ["a key as it was written", { name: "w", my_key: 1, phases: [phase("a")] }, [unknownKey("my_key")]],
  ["no phases", { name: "w" }, ["phases: it is missing"]],
  [
    "a key that is none",
    { name: "w", phases: [phase("a", { dependson: ["b"] })] },
    ["phases[0].dependson: there is no such key; the keys are id, name, mode, dependsOn, subtasks, retries, checks"],
  ],
  [
    "an unknown phase",
    { name: "w", phases: [phase("a", { dependsOn: ["b"] })] },
    ['phases[0].dependsOn[0]: there is no phase "b"'],
  ],
  [
    "an unknown subtask",
    { name: "w", phases: [phase("a", { subtasks: [{ message: "x", dependsOn: ["y"] }] })] },
    ['phases[0].subtasks[0].dependsOn[0]: there is no subtask "y"'],
  ],
  ["a name used twice", { name: "w", phases: [phase("a"), phase("a")] }, ['phases[1].id: there is another phase "a"']],
  [
    "a circle",
    { name: "w", phases: [phase("a", { dependsOn: ["c"] }), phase("b"), phase("c")] },
    ["phases[0].dependsOn: these wait for each other: a → c → b → a"],
  ],
  [
    "itself",
    { name: "w", phases: [phase("a", { subtasks: [{ id: "x", message: "m", dependsOn: ["x"] }] })] },
    ["phases[0].subtasks[0].dependsOn: these wait for each other: x → x"],
  ],
  [
    "an unknown variable",
    { name: "w", vars: { a: "1" }, phases: [phase("a", { subtasks: ["{{ vars.b }}"] })] },
    ["phases[0].subtasks[0].message: nothing is known for {{vars.b}} here; known are vars.a"],
  ],
  [
    "a result that comes later",
    { name: "w", phases: [phase("a", { subtasks: ["{{results.b.1}}"] }), phase("b")] },
    ["phases[0].subtasks[0].message: nothing is known for {{results.b.1}} here"],
  ],
  [
    "a result in a command",
    { name: "w", phases: [phase("a"), phase("b", { checks: ["{{results.a.1}}"] })] },
    ["phases[1].checks[0].command: nothing is known for {{results.a.1}} here"],
  ],
])("names %s", (_, value, expected) => {
  expect(problemsOf(value)).toEqual(expected);
});

it("refuses a plan without end", () => {
  const phases = Array.from({ length: 101 }, (_, index) => phase(`p${index}`));
  expect(problemsOf({ name: "w", phases })).toEqual(["phases: a plan has 100 phases at most; these are 101"]);
  const subtasks = Array.from({ length: 1001 }, () => "x");
  expect(problemsOf({ name: "w", phases: [{ id: "a", subtasks }] })).toEqual([
    "phases: a plan has 1000 subtasks at most; these are 1001",
  ]);
});

it("leaves other braces in messages as they are", () => {
  expect(
    problemsOf({ name: "w", phases: [phase("a", { subtasks: ["print {{}} and { x } and {{ a + b }}"] })] }),
  ).toEqual([]);
});

it("says the order: what may run at the same time stands together", () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [phase("a"), phase("b"), phase("c", { dependsOn: ["a"] }), phase("d", { dependsOn: ["b", "c"] })],
  });
  expect(orderOf(phaseNodes(plan))).toEqual([["a"], ["b", "c"], ["d"]]);
});

it("throws what a program must mend", () => {
  expect(() => defineWorkflow({ name: "w", phases: [] })).toThrow(/The plan cannot be used: phases: /);
});

it("never throws, whatever a file holds", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (value, phases, subtasks) => {
      for (const given of [value, { name: "w", phases }, { name: "w", phases: [{ id: "a", subtasks }] }])
        expect(Object.keys(readPlan(given))).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});
