import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exerciseOf, fixture, gradingTimeout, home, runTestTrial } from "../../test/trials.ts";
import { createOracle } from "./oracle-agent.ts";
import { createScripted } from "./scripted-agent.ts";

async function scripted(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "roo-script-"));
  const file = join(folder, "script.yaml");
  try {
    writeFileSync(file, text);
    return await createScripted({ file, home });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const exercise = await exerciseOf(fixture("exercism"), "python/double-up");

describe("a scripted agent", () => {
  it("runs the steps of the exercise, else the default steps", { timeout: gradingTimeout }, async () => {
    const agent = await scripted(`
steps:
  - write: everywhere.txt
    text: x
exercises:
  python/double-up:
    - write: ../../deep/inside.txt
      text: |
        one
    - wait: 0.01
    - run: cat deep/inside.txt > copy.txt
`);
    const own = await runTestTrial({ exercise, agent });
    expect(own.diff).toContain("+++ b/copy.txt\n@@ -0,0 +1,1 @@\n+one\n");
    expect(own.diff).toContain("+++ b/deep/inside.txt");
    expect(own.diff).not.toContain("everywhere.txt");
    expect(own.metrics.turns).toBe(3);
    const other = await runTestTrial({ exercise: await exerciseOf(fixture("own"), "shell/tap-answer"), agent });
    expect(other.diff).toContain("everywhere.txt");
  });

  it("stops at its time limit", { timeout: gradingTimeout }, async () => {
    const agent = await scripted("steps: [{wait: 600}, {write: late.txt, text: x}]");
    const outcome = await runTestTrial({ exercise, agent, limits: { seconds: 0.1 } });
    expect(outcome).toMatchObject({ verdict: "limit", limit: "time", diff: "" });
  });

  it("rejects invalid scripts", async () => {
    for (const text of ["steps: [{dance: 1}]", "steps: [", "- a", "tempo: 3"])
      await expect(scripted(text)).rejects.toMatchObject({ code: "invalid_script" });
    await expect(createScripted({ file: "/no/such/file", home })).rejects.toMatchObject({ code: "invalid_script" });
  });
});

describe("the oracle", () => {
  it("is an error without a reference solution, and for an unknown exercise", { timeout: gradingTimeout }, async () => {
    const without = { ...exercise, reference: [] };
    const outcome = await runTestTrial({ exercise: without, agent: createOracle({ exercises: [without], home }) });
    expect(outcome).toMatchObject({ verdict: "error", error: { code: "no_reference" } });
    const unknown = await runTestTrial({ exercise, agent: createOracle({ exercises: [], home }) });
    expect(unknown).toMatchObject({ verdict: "error", error: { code: "unknown_exercise" } });
  });
});
