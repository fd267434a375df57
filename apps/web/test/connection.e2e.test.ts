import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, done } from "./scripted-model.ts";
import { shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");

describe.skipIf(browserProgram === undefined)("a lost connection (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(() => bench[Symbol.asyncDispose]());

  test("during a reply loses no text", async () => {
    const gate = Promise.withResolvers<void>();
    stage.model.when("Speak slowly", [
      { text: words, calls: [{ name: "list_files", input: { path: "." } }], holdAt: gate.promise },
      done("That was all."),
    ]);
    bench = await openWorkbench(stage, { files: shopFiles });
    const { taskId } = await bench.client.tasks.create({
      body: { workspaceId: bench.workspaceId, text: "Speak slowly" },
    });
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("article", { name: "Reply so far" }).getByText("word1 ").waitFor();
    await page.context().setOffline(true);
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    gate.resolve();
    await expect.poll(async () => (await bench.client.tasks.get({ params: { taskId } })).status).not.toBe("running");
    await page.context().setOffline(false);
    await page.getByRole("article", { name: "Reply", exact: true }).first().getByText(words).waitFor();
    await page.getByRole("region", { name: "Done" }).getByText("That was all.").waitFor();
    expect(await page.getByRole("article", { name: "Reply", exact: true }).count()).toBe(1);
  });

  test("two tabs show the same task, and either can answer", async () => {
    stage.model.when("Make a file", [call("write_to_file", { path: "made.txt", content: "made\n" }), done("Made.")]);
    bench = await openWorkbench(stage, { files: shopFiles });
    const { taskId } = await bench.client.tasks.create({
      body: { workspaceId: bench.workspaceId, text: "Make a file" },
    });
    const [first, second] = await Promise.all([bench.open(`/task/${taskId}`), bench.open(`/task/${taskId}`)]);
    await Promise.all([first, second].map((page) => page.getByRole("button", { name: "Allow once" }).waitFor()));
    await second.getByRole("button", { name: "Allow once" }).click();
    await Promise.all(
      [first, second].map((page) => page.getByRole("region", { name: "Done" }).getByText("Made.").waitFor()),
    );
    expect(await first.getByRole("button", { name: "Allow once" }).count()).toBe(0);
    await first.getByRole("combobox", { name: "Message" }).fill("Thank you");
    await first.keyboard.press("Enter");
    await second.getByRole("article", { name: "You" }).getByText("Thank you").waitFor();
  });

  test("a killed server continues its task after a restart", async () => {
    stage.model.when("Write and go on", [call("write_to_file", { path: "a.txt", content: "a\n" }), done("Went on.")]);
    bench = await openWorkbench(stage, { files: shopFiles });
    const { taskId } = await bench.client.tasks.create({
      body: { workspaceId: bench.workspaceId, text: "Write and go on" },
    });
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    await bench.kill();
    await page.getByText("Cannot reach the server").waitFor();
    const continueButton = page.getByRole("button", { name: "Continue" });
    const allow = page.getByRole("button", { name: "Allow once" });
    await allow.click();
    await page.getByText("your answer will be sent when the server is back").waitFor();
    await bench.start();
    await page.getByText("Cannot reach the server").waitFor({ state: "detached" });
    await page.getByText("your answer will be sent when the server is back").waitFor({ state: "detached" });
    await expect
      .poll(
        async () => {
          if (await continueButton.isVisible()) await continueButton.click();
          if (await allow.isVisible()) await allow.click({ timeout: 2000 }).catch(() => undefined);
          return page.getByRole("region", { name: "Done" }).getByText("Went on.").isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    expect(bench.read("a.txt")).toBe("a\n");
  });
});
