import { createServer } from "node:http";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "./eventually.ts";
import { call } from "./scripted-model.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

describe.skipIf(browserProgram === undefined)("the first run (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench | undefined;
  beforeAll(async () => {
    stage = await openStage();
    stage.model.when("call report_sum", [call("report_sum", { sum: 42 })]);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(async () => {
    await bench?.[Symbol.asyncDispose]();
    bench = undefined;
  });
  const openNew = async () => {
    bench = await openWorkbench(stage, { isNew: true });
    return bench;
  };

  test("is shown without a model, and tests a key before saving it", async () => {
    const fresh = await openNew();
    const page = await fresh.open("/");
    await page.waitForURL(/\/welcome/);
    await page.getByText("No API key in the environment").waitFor();

    await page.getByLabel("Provider").selectOption("openai-compatible");
    await page.getByLabel("Address").fill("http://127.0.0.1:9/v1");
    await page.getByLabel("Model").fill("scripted-1");
    await page.getByRole("button", { name: "Test and save" }).click();
    await page
      .getByRole("status")
      .getByText(/127\.0\.0\.1:9/)
      .waitFor();
    expect((await fresh.client.providers.profiles()).profiles).toEqual([]);

    const refusing = createServer((_, response) => response.writeHead(401).end());
    onTestFinished(() => refusing.closeAllConnections());
    onTestFinished(() => void refusing.close());
    await page.getByLabel("Address").fill(`http://127.0.0.1:${await listenOnLoopback(refusing)}/v1`);
    await page.getByLabel("Key", { exact: true }).fill("fake-key-for-tests");
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("status").getByText("Check the key above.").waitFor();

    await page.getByLabel("Address").fill(stage.model.baseUrl);
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("heading", { name: "What should be done?" }).waitFor();
    const { profiles } = await fresh.client.providers.profiles();
    expect(profiles).toMatchObject([{ isDefault: true, profile: { apiModelId: "scripted-1" } }]);
  });

  test("recognizes the provider by the prefix of a key", async () => {
    const page = await (await openNew()).open("/welcome");
    await page.getByLabel("Key", { exact: true }).fill("sk-or-fake-for-tests");
    await eventually(() => page.getByLabel("Provider").inputValue()).toBe("openrouter");
  });

  test("offers the demo and the app without a model", async () => {
    const fresh = await openNew();
    const page = await fresh.open("/welcome");
    await page.getByRole("button", { name: "Continue without a model" }).click();
    await page.getByRole("heading", { name: "What should be done?" }).waitFor();
    await page.getByRole("link", { name: "Set up a model" }).click();
    await page.getByRole("button", { name: "Watch the demo" }).click();
    await page.waitForURL(/\/task\//);
    const taskId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await eventually(async () => (await fresh.client.tasks.get({ params: { taskId } })).status).toBe("completed");
    expect(await fresh.client.tasks.get({ params: { taskId } })).toMatchObject({ verification: "verified" });
  });
});
