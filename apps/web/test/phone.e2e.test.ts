import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fixed, fixPrompt, fixReplies, shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

describe.skipIf(browserProgram === undefined)("a phone (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
    stage.model.when("The total ignores", fixReplies);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(() => bench[Symbol.asyncDispose]());

  test("approves, opens a file and returns to the chat", async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    const { client, workspaceId } = bench;
    const { taskId } = await client.tasks.create({ body: { workspaceId, text: fixPrompt, autoApprove: ["read"] } });
    const page = await bench.open(`/task/${taskId}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole("button", { name: "Allow once" }).tap();
    await page.getByText("Run this command?").waitFor();
    expect(bench.read("src/cart.js")).toContain(fixed);
    await page.getByRole("button", { name: "Allow once" }).tap();
    await page.getByRole("region", { name: "Done" }).waitFor();
    await page.getByRole("radio", { name: "Workspace" }).tap();
    await page.getByRole("tab", { name: /Files/ }).tap();
    await page.getByRole("treeitem", { name: "README.md" }).tap();
    await page.getByRole("textbox", { name: "Text of README.md" }).getByText("# Shop").waitFor();
    await page.getByRole("radio", { name: "Chat" }).tap();
    await page.getByRole("combobox", { name: "Message" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });
});
