import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RooError } from "@roo-code/types";
import { expect, it } from "vitest";
import { loadPlan } from "./load-plan.ts";
import { parsePlan } from "./parse-plan.ts";

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RooError);
  expect((error as RooError).code).toBe("bad_plan");
  return (error as RooError).message;
};

it("reads YAML and JSON", async () => {
  const plan = { name: "w", phases: [{ id: "a", subtasks: [{ id: "1", message: "do it" }] }] };
  expect(await parsePlan("name: w\nphases:\n  - id: a\n    subtasks: [do it]\n", "p.yaml")).toEqual(plan);
  expect(await parsePlan(JSON.stringify(plan, null, "\t"), "p.json")).toEqual(plan);
});

it("reads the included example", async () => {
  const plan = await loadPlan(fileURLToPath(new URL("../../../../examples/five-phases/plan.yaml", import.meta.url)));
  expect(plan.phases.map(({ id }) => id)).toEqual(["plan", "core", "features", "tests", "docs"]);
});

it("reads the plan in the documentation", async () => {
  const page = readFileSync(new URL("../../../../docs/workflows.md", import.meta.url), "utf8");
  const text = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? "";
  expect((await parsePlan(text, "workflows.md")).phases.map(({ id }) => id)).toEqual(["plan", "core", "tests", "docs"]);
});

const yaml = `# a plan
name: w
phases:
  - id: a
    subtasks:
      - first
      - id: second
        message: do {{vars.what}}
        depends_on: [nothing]
`;

it("reports the line and the field of a problem", async () => {
  expect(await refusal(parsePlan(yaml, "p.yaml"))).toBe(
    'The plan p.yaml cannot be used: line 9: phases[0].subtasks[1].dependsOn[0]: unknown subtask "nothing".',
  );
  expect(await refusal(parsePlan(yaml.replace("nothing", "1"), "p.yaml"))).toBe(
    "The plan p.yaml cannot be used: line 8: phases[0].subtasks[1].message: {{vars.what}} has no value here; available: results.a.1.",
  );
  expect(await refusal(parsePlan(yaml.replace("name: w", "nmae: w"), "p.yaml"))).toContain("line 2: nmae: unknown key");
});

it("reports several problems at once", async () => {
  const text = "name: w\nphases:\n  - id: a b\n    subtasks: []\n";
  const lines = (await refusal(parsePlan(text, "p.yaml"))).split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^ {2}line 3: phases\[0\]\.id: must start with a letter or digit/);
  expect(lines[2]).toMatch(/^ {2}line 4: phases\[0\]\.subtasks: /);
});

it.each([
  ["", "it is empty."],
  ["name: w\n---\nname: x\n", "it contains more than one YAML document."],
  ["name: [w\n", "it is not valid YAML"],
  ["- a\n- b\n", "must be a mapping, not a list."],
])("refuses %j", async (text, reason) => {
  expect(await refusal(parsePlan(text, "p.yaml"))).toContain(reason);
});

it("refuses a text that would expand to gigabytes", async () => {
  const levels = Array.from({ length: 20 }, (_, level) =>
    level === 0
      ? "a0: &a0 [x]"
      : `a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(", ")}]`,
  );
  expect(await refusal(parsePlan(`${levels.join("\n")}\n`, "p.yaml"))).toContain("it is not valid YAML");
});

it("refuses a file that is too large or missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-plan-"));
  const file = join(folder, "plan.yaml");
  try {
    expect(await refusal(loadPlan(file))).toBe(`The plan ${file} cannot be used: there is no such file.`);
    writeFileSync(file, `name: ${"w".repeat(1024 * 1024)}\n`);
    expect(await refusal(loadPlan(file))).toContain("the limit is 1048576.");
    expect(await refusal(loadPlan(folder))).toContain("it cannot be read (EISDIR).");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
