import * as fc from "fast-check";
import { expect, it } from "vitest";
import { orderOf, phaseNodes } from "./plan-order.ts";
import { fieldName } from "./plan-problem.ts";
import { defineWorkflow, readPlan } from "./read-plan.ts";

const phase = (id: string, more: object = {}) => ({ id, subtasks: ["x"], ...more });

const unknownKey = (key: string) =>
  `${key}: unknown key; expected one of name, description, mode, vars, concurrency, phases`;

function problemsOf(value: unknown): string[] {
  const read = readPlan(value);
  return "plan" in read ? [] : read.problems.map(({ path, message }) => `${fieldName(path)}: ${message}`);
}

it("accepts short forms and snake_case keys", () => {
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
  ["a value that is no plan", "text", [": must be a mapping, not a string"]],
  ["an unknown key as it was written", { name: "w", my_key: 1, phases: [phase("a")] }, [unknownKey("my_key")]],
  ["missing phases", { name: "w" }, ["phases: missing"]],
  [
    "an unknown key of a phase",
    { name: "w", phases: [phase("a", { dependson: ["b"] })] },
    ["phases[0].dependson: unknown key; expected one of id, name, mode, dependsOn, subtasks, retries, checks"],
  ],
  [
    "an unknown phase",
    { name: "w", phases: [phase("a", { dependsOn: ["b"] })] },
    ['phases[0].dependsOn[0]: unknown phase "b"'],
  ],
  [
    "an unknown subtask",
    { name: "w", phases: [phase("a", { subtasks: [{ message: "x", dependsOn: ["y"] }] })] },
    ['phases[0].subtasks[0].dependsOn[0]: unknown subtask "y"'],
  ],
  ["a duplicate id", { name: "w", phases: [phase("a"), phase("a")] }, ['phases[1].id: duplicate phase "a"']],
  [
    "a circular dependency",
    { name: "w", phases: [phase("a", { dependsOn: ["c"] }), phase("b"), phase("c")] },
    ["phases[0].dependsOn: circular dependency: a → c → b → a"],
  ],
  [
    "a subtask that depends on itself",
    { name: "w", phases: [phase("a", { subtasks: [{ id: "x", message: "m", dependsOn: ["x"] }] })] },
    ["phases[0].subtasks[0].dependsOn: circular dependency: x → x"],
  ],
  [
    "an unknown variable",
    { name: "w", vars: { a: "1" }, phases: [phase("a", { subtasks: ["{{ vars.b }}"] })] },
    ["phases[0].subtasks[0].message: {{vars.b}} has no value here; available: vars.a"],
  ],
  [
    "a result that comes later",
    { name: "w", phases: [phase("a", { subtasks: ["{{results.b.1}}"] }), phase("b")] },
    ["phases[0].subtasks[0].message: {{results.b.1}} has no value here"],
  ],
  [
    "a result in a command",
    { name: "w", phases: [phase("a"), phase("b", { checks: ["{{results.a.1}}"] })] },
    ["phases[1].checks[0].command: {{results.a.1}} has no value here"],
  ],
])("reports %s", (_, value, expected) => {
  expect(problemsOf(value)).toEqual(expected);
});

it("limits the number of phases and subtasks", () => {
  const phases = Array.from({ length: 101 }, (_, index) => phase(`p${index}`));
  expect(problemsOf({ name: "w", phases })).toEqual(["phases: at most 100 phases are allowed, found 101"]);
  const subtasks = Array.from({ length: 1001 }, () => "x");
  expect(problemsOf({ name: "w", phases: [{ id: "a", subtasks }] })).toEqual([
    "phases: at most 1000 subtasks are allowed, found 1001",
  ]);
});

it("leaves other braces in messages as they are", () => {
  expect(
    problemsOf({ name: "w", phases: [phase("a", { subtasks: ["print {{}} and { x } and {{ a + b }}"] })] }),
  ).toEqual([]);
});

it("orders phases in groups that may run at the same time", () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [phase("a"), phase("b"), phase("c", { dependsOn: ["a"] }), phase("d", { dependsOn: ["b", "c"] })],
  });
  expect(orderOf(phaseNodes(plan))).toEqual([["a"], ["b", "c"], ["d"]]);
});

it("throws the first problem of a plan that is written in code", () => {
  expect(() => defineWorkflow({ name: "w", phases: [] })).toThrow(
    "The plan cannot be used: phases: must not be empty.",
  );
});

it("never throws for any value", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (value, phases, subtasks) => {
      for (const input of [value, { name: "w", phases }, { name: "w", phases: [{ id: "a", subtasks }] }])
        expect(Object.keys(readPlan(input))).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});
