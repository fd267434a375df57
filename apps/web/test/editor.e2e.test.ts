import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { done } from "./scripted-model.ts";
import { shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

describe.skipIf(browserProgram === undefined)("files in the workbench (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
    stage.model.when("Say hello", [done("Hello.")]);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(() => bench[Symbol.asyncDispose]());
  const openTask = async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    const { taskId } = await bench.client.tasks.create({ body: { workspaceId: bench.workspaceId, text: "Say hello" } });
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("treeitem", { name: "README.md" }).click();
    const text = page.getByRole("textbox", { name: "Text of README.md" });
    await text.waitFor();
    return { page, text };
  };

  test("saves, shows changes made on disk, and warns before overwriting them", async () => {
    const { page, text } = await openTask();
    await text.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Mine.\n");
    await page.keyboard.press("Control+s");
    await page.getByText("README.md is saved.").waitFor();
    expect(bench.read("README.md")).toContain("Mine.");

    // Each time: a text that was replaced is not an edit of the user's.
    for (const line of ["Written by someone else.", "And once more."]) {
      bench.write("README.md", `# Shop\n\n${line}\n`);
      await text.getByText(line).waitFor();
    }

    await text.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Not saved yet.\n");
    bench.write("README.md", "# Shop\n\nChanged meanwhile.\n");
    await page.getByText("This file changed on disk while you were editing it.").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Changed meanwhile.").first().waitFor();
    expect(bench.read("README.md")).toContain("Changed meanwhile.");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(() => bench.read("README.md")).toContain("Not saved yet.");
  });

  test("shows hidden characters in file names", async () => {
    const { page } = await openTask();
    bench.write("inv\u202egpj.exe.txt", "text\n");
    const entry = page.getByRole("treeitem", { name: /inv.*202e.*gpj\.exe\.txt/i });
    await entry.click();
    await page
      .getByRole("group", { name: "Open files" })
      .getByRole("button", { name: /^inv.*202e.*txt$/i })
      .waitFor();
    expect(await entry.textContent()).not.toContain("\u202e");
  });

  test("opens a shell in the folder", async () => {
    const { page } = await openTask();
    await page.getByRole("tab", { name: /Terminal/ }).click();
    await page.getByRole("radio", { name: "Your shell" }).click();
    await page.getByRole("textbox", { name: "Shell" }).waitFor({ state: "attached" });
    await page.getByRole("textbox", { name: "Shell" }).focus();
    await page.keyboard.type("echo made > by-hand.txt\n", { delay: 5 });
    await expect.poll(() => bench.exists("by-hand.txt")).toBe(true);
  });

  test("finds files and pages with the keyboard", async () => {
    const { page } = await openTask();
    await page.getByRole("combobox", { name: "Message" }).focus();
    await page.keyboard.type("see @cart");
    await page.getByRole("option", { name: /src\/cart\.js/ }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.getByRole("combobox", { name: "Message" }).inputValue()).toMatch(/^see @\/src\/cart/);
    await page.keyboard.press("Control+p");
    await page.getByPlaceholder("Open a file").fill("cart.test");
    await page.getByRole("option", { name: "src/cart.test.js" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Text of src/cart.test.js" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("What do you want to do?").fill("settings");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\//);
  });
});
