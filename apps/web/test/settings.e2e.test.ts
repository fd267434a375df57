import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { eventually } from "./eventually.ts";
import { call } from "./scripted-model.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const mcpProgram = fileURLToPath(new URL("../../../packages/mcp/test/fixtures/hostile-server.mjs", import.meta.url));

describe.skipIf(browserProgram === undefined)("settings (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
    stage.model.when("call report_sum", [call("report_sum", { sum: 42 })]);
    bench = await openWorkbench(stage);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  const userSettings = (): unknown => JSON.parse(readFileSync(join(bench.home, "settings.json"), "utf8"));
  const origin = (page: Page, setting: string) =>
    page.getByRole("group", { name: setting }).getByRole("button", { name: /^Origin/ });

  test("tests a profile with a real call, saves it, and uses it as a fallback", async () => {
    const page = await bench.open("/settings/providers");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("backup");
    await dialog.getByLabel("Provider").selectOption("openai-compatible");
    await dialog.getByLabel("Model").fill("scripted-1");
    await dialog.getByLabel("Address").fill("http://127.0.0.1:9/v1");
    await dialog.getByRole("button", { name: "Test" }).click();
    await dialog
      .getByRole("status")
      .getByText(/127\.0\.0\.1:9/)
      .waitFor();
    await dialog.getByLabel("Address").fill(stage.model.baseUrl);
    await dialog.getByRole("button", { name: "Test" }).click();
    await dialog.getByText(/scripted-1 answered and called a tool/).waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "More for main" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByLabel("Add a fallback").selectOption("backup");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Falls back to:").waitFor();
    await page.getByLabel("Profile in Ask").selectOption("backup");
    await eventually(userSettings).toMatchObject({ modeProfiles: { ask: "backup" }, profile: "main" });
    const { profiles } = await bench.client.providers.profiles();
    expect(profiles.find(({ name }) => name === "main")?.profile).toMatchObject({ fallback: ["backup"] });
  });

  test("creates a mode, shows its origin, and removes it", async () => {
    const page = await bench.open("/settings/modes");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Doc Writer");
    await dialog.getByLabel("Role").fill("You write documentation.");
    await dialog.getByRole("checkbox", { name: "Change files" }).click();
    await dialog.getByLabel("Files it can edit").fill("\\.md$");
    await dialog.getByRole("radio", { name: "This folder" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("doc-writer").waitFor();
    const params = { workspaceId: bench.workspaceId };
    const found = async () =>
      (await bench.client.configuration.modes({ params })).modes.find(({ slug }) => slug === "doc-writer");
    expect(await found()).toMatchObject({
      origin: "project",
      groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$" }],
    });
    await page.getByRole("button", { name: "Remove Doc Writer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("doc-writer").waitFor({ state: "detached" });
    expect(await found()).toBeUndefined();
  });

  test("saves and removes approvals by kind and by rule", async () => {
    const page = await bench.open("/settings/approvals");
    await page.getByRole("switch", { name: "Change files" }).click();
    await eventually(userSettings).toMatchObject({ autoApprove: ["edit"] });
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Pattern").fill("git log");
    await page.getByRole("dialog").getByRole("radio", { name: "Everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByText("git log").waitFor();
    await eventually(userSettings).toMatchObject({ approvals: [{ action: "allow", command: "git log" }] });
    await page.getByRole("button", { name: "Remove: allow command git log" }).click();
    await page.getByText("No rules").waitFor();
    expect(userSettings()).not.toHaveProperty("approvals");

    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Pattern").fill("git diff");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    const here = page.getByRole("region", { name: "In this project" });
    await here.getByText("git diff").waitFor();
    await here.getByText(/projects\/.*settings\.json/).waitFor();
    expect(userSettings()).not.toHaveProperty("approvals");
    await page.getByRole("button", { name: "Remove: allow command git diff" }).click();
    await page.getByText("No rules").waitFor();
  });

  test("shows where a limit comes from, and resets it", async () => {
    const page = await bench.open("/settings/budget");
    const title = "Max cost per run (USD)";
    await page.getByRole("spinbutton", { name: title }).fill("2.5");
    await page.keyboard.press("Enter");
    await eventually(userSettings).toMatchObject({ maxCost: 2.5 });
    await eventually(() => origin(page, title).textContent()).toBe("yours");
    await page.getByRole("radio", { name: "This folder" }).click();
    await page.getByRole("spinbutton", { name: title }).fill("1");
    await page.keyboard.press("Enter");
    await eventually(() => origin(page, title).textContent()).toBe("this folder");
    expect(userSettings()).toMatchObject({ maxCost: 2.5 });
    await page.getByRole("button", { name: `Reset ${title}` }).click();
    await eventually(() => origin(page, title).textContent()).toBe("yours");
  });

  test("adds an MCP server from a snippet, disables, restarts and removes it", async () => {
    const page = await bench.open("/settings/mcp");
    await page.getByText("No MCP servers").waitFor();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("JSON").fill("what?");
    await dialog.getByRole("button", { name: "Add" }).click();
    await eventually(() => dialog.getByLabel("JSON").getAttribute("aria-invalid")).toBe("true");
    const helper = { command: process.execPath, args: [mcpProgram, "none"] };
    await dialog.getByLabel("JSON").fill(JSON.stringify({ mcpServers: { helper } }));
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Open helper" }).click();
    await page.getByRole("switch", { name: "Enable work" }).waitFor();
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Log" }).click();
    await page
      .getByRole("list", { name: "Log of helper" })
      .getByText(/Connected/)
      .first()
      .waitFor();
    await page.getByRole("switch", { name: "Use helper" }).click();
    await page.getByText("off", { exact: true }).waitFor();
    await page.getByRole("switch", { name: "Use helper" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More for helper" }).click();
    await page.getByRole("menuitem", { name: "Restart" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More for helper" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No MCP servers").waitFor();
  });

  test("keeps the chosen theme after a reload", async () => {
    const page = await bench.open("/settings/appearance");
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.reload();
    await page.getByRole("radio", { name: "Dark", checked: true }).waitFor();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.getByRole("radio", { name: "System" }).click();
  });

  test("lists and searches all settings", async () => {
    const page = await bench.open("/settings/all");
    await page.getByText("customInstructions", { exact: true }).waitFor();
    await page.getByLabel("Find a setting").fill("quota");
    await page.getByText("workspaceQuota", { exact: true }).waitFor();
    expect(await page.getByText("customInstructions", { exact: true }).count()).toBe(0);
    await page.getByLabel("Find a setting").fill("");
  });
});
