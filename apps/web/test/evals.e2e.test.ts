import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

describe.skipIf(browserProgram === undefined)("evals in the workbench (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
    bench = await openWorkbench(stage);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  /** Fills in a run of the smallest suite in JavaScript, which is always available. */
  async function fillIn(page: Page, { name, agent }: { name: string; agent: string }): Promise<void> {
    await page.getByRole("button", { name: "New run" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Suite").selectOption("roo-first");
    await dialog.getByLabel("Name").fill(name);
    const languages = await dialog.getByRole("group", { name: "Languages" }).getByRole("checkbox").all();
    for (const language of languages) {
      const label = await language.getAttribute("id").then((id) => dialog.locator(`label[for="${id}"]`).textContent());
      if (!label?.startsWith("javascript")) await language.click();
    }
    await dialog.getByRole("radio", { name: agent }).click();
  }

  test("plans, starts, follows and inspects a run of the oracle", async () => {
    const page = await bench.open("/evals");
    await page.getByText("No runs yet").waitFor();
    await fillIn(page, { name: "reference", agent: "Oracle" });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("status").getByText("1 trial", { exact: false }).first().waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/evals\/\d+$/);
    await page.getByRole("heading", { name: /^reference/ }).waitFor();
    await page.getByText("finished", { exact: true }).waitFor();
    await page.getByText("100 %", { exact: true }).waitFor();
    await page.getByRole("img", { name: /^Pass rate: 100 % \(/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole("link", { name: "two-fer, attempt 1: passed" }).click();
    await page.getByRole("heading", { name: "javascript/two-fer" }).waitFor();
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("heading", { name: /two-fer\.js/ }).waitFor();
    await page.getByRole("tab", { name: "Grading" }).click();
    await page.getByRole("region", { name: "Test output" }).waitFor();
    await expectAccessible(page);
  });

  test("compares two runs", async () => {
    const page = await bench.open("/evals");
    await fillIn(page, { name: "no-agent", agent: "No agent" });
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await page.getByText("finished", { exact: true }).waitFor();
    await page.getByText("0 %", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Evals" }).click();
    for (const name of ["no-agent", "reference"]) await page.getByRole("checkbox", { name: new RegExp(name) }).click();
    await page.getByRole("link", { name: "Compare both" }).click();
    await page
      .getByRole("status")
      .getByText(/No significant difference/)
      .waitFor();
    await page.getByRole("img", { name: /^Difference \+100 points/ }).waitFor();
    await page.getByRole("rowheader", { name: "javascript/two-fer" }).waitFor();
    await page.getByRole("rowheader", { name: "agent" }).waitFor();
    await expectAccessible(page);
  });

  test("shows a flagged pass as passed on every page, with its flags", async () => {
    const text =
      "// See .meta and /proc/.\nexport const twoFer = (name = '') => `A loaf for ${name.trim() || 'a friend'} and a loaf for me.`;\n";
    const steps = [
      { write: "two-fer.js", text },
      { write: "own.spec.js", text: "test('mine', () => {});\n" },
      { write: ".gitignore", text: "node_modules\n" },
      { run: "git log" },
    ];
    bench.write("honest.json", JSON.stringify({ steps }));
    const request = { suite: "roo-first", languages: ["javascript"], name: "honest" };
    const run = await bench.client.evals.create({
      body: { ...request, agent: `scripted:${bench.folder}/honest.json` },
    });
    await expect
      .poll(async () => (await bench.client.evals.get({ params: { runId: run.id } })).run.status)
      .toBe("finished");
    const page = await bench.open("/evals");
    const row = page.getByRole("listitem").filter({ hasText: "honest" }).first();
    await row.getByText("1 of 1: 100 %", { exact: false }).waitFor();
    await row.getByRole("link", { name: /^honest/ }).click();
    await page.getByText("100 %", { exact: true }).waitFor();
    await page.getByText("1 of 1 graded").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^two-fer, attempt 1: passed, flagged for review/ }).click();
    await page.getByText("the verdict is unchanged", { exact: false }).waitFor();
    await page.getByText("adds-config: own.spec.js").waitFor();
    await page.getByRole("tab", { name: "Grading" }).click();
    await expectAccessible(page);
    await bench.client.evals.remove({ params: { runId: run.id } });
  });

  test("deletes a run and its trials", async () => {
    const [run] = (await bench.client.evals.runs()).runs;
    const page = await bench.open(`/evals/${run?.id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/evals$/);
    await page.getByRole("link", { name: /^no-agent/ }).waitFor({ state: "detached" });
    await expect(bench.client.evals.get({ params: { runId: run?.id ?? 0 } })).rejects.toMatchObject({
      code: "unknown_run",
    });
  });

  test("shows an error for an unknown run, and an empty MCP benchmark", async () => {
    const page = await bench.open("/evals/4711");
    await page.getByRole("alert").waitFor();
    await page.goto(`${bench.base}/evals/mcp`);
    await page.getByText("No MCP calls yet").waitFor();
  });
});
