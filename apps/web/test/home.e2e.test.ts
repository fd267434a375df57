import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { call, done } from "./scripted-model.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

describe.skipIf(browserProgram === undefined)("the home page (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
    bench = await openWorkbench(stage, { files: { "README.md": "# Shop\n" } });
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  const startTask = async (text: string, options: { mode?: string; autoApprove?: ("subtask" | "mode")[] } = {}) =>
    (await bench.client.tasks.create({ body: { workspaceId: bench.workspaceId, text, ...options } })).taskId;
  const waitForStatus = (taskId: string, status: string) =>
    eventually(async () => (await bench.client.tasks.get({ params: { taskId } })).status).toBe(status);

  test("starts a task in the chosen mode and shows it as done", async () => {
    stage.model.when("Where is the tax", [done("The tax is computed in the cart.")]);
    const page = await bench.open("/");
    await page.getByRole("button", { name: /^Mode:/ }).click();
    await page.getByRole("menuitem", { name: /^Ask/ }).click();
    await page.getByRole("combobox", { name: "What should be done" }).fill("Where is the tax computed?");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/task\//);
    const [task] = (await bench.client.tasks.list()).tasks;
    expect(task).toMatchObject({ title: "Where is the tax computed?", mode: "ask" });

    await page.getByRole("link", { name: "Home" }).click();
    await eventually(() => page.getByRole("combobox", { name: "What should be done" }).inputValue()).toBe("");
    const row = page.getByRole("list", { name: "Tasks" }).getByRole("listitem").filter({ hasText: "Where is the tax" });
    await row.getByText("Done").waitFor();
  });

  test("keeps the text of a task that could not be started, and links to the model settings", async () => {
    // Playwright cannot intercept requests of a service worker.
    const page = await bench.open("/", { serviceWorkers: "block" });
    await page.route("**/api/v1/tasks", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 400, json: { error: { code: "missing_key", message: "There is no key for it." } } })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Folder: shop" }).waitFor();
    await page.getByRole("combobox", { name: "What should be done" }).fill("Tidy up");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("alert").getByText("There is no key for it.").waitFor();
    await page.getByRole("link", { name: "Set up a model" }).waitFor();
    expect(await page.getByRole("combobox", { name: "What should be done" }).inputValue()).toBe("Tidy up");
  });

  test("lists a waiting task first, and answers it there", async () => {
    stage.model.when("List the folder", [call("execute_command", { command: "ls" }), done("Listed.")]);
    const taskId = await startTask("List the folder");
    const page = await bench.open("/");
    const waiting = page.getByRole("region", { name: "Needs you" });
    await waiting.getByText("ls", { exact: true }).waitFor();
    await page.getByRole("list", { name: "Tasks" }).getByText("Needs approval").waitFor();
    await waiting.getByRole("button", { name: "Allow once" }).click();
    await waitForStatus(taskId, "completed");
    await waiting.waitFor({ state: "detached" });
  });

  test("shows a waiting change with its task, diff and hidden characters", async () => {
    const content = "Total: 3 \u202Ecoins\u200B\n";
    stage.model.when("Write the cart page", [
      call("write_to_file", { path: "docs/cart.md", content }),
      done("Written."),
    ]);
    const taskId = await startTask("Write the cart page");
    const page = await bench.open("/");
    const waiting = page.getByRole("region", { name: "Needs you" });
    await waiting.getByRole("link", { name: "Write the cart page" }).waitFor();
    await waiting.getByText("Make this change? docs/cart.md").waitFor();
    await waiting.getByText("Total: 3").waitFor();
    await waiting.getByText("U+202E").waitFor();
    await waiting.getByText("U+200B").waitFor();
    expect(await waiting.textContent()).not.toMatch(/[\u202E\u200B]/);
    await waiting.getByRole("button", { name: "Always" }).click();
    await page
      .getByRole("menuitem", { name: /In this project.*docs\/cart\.md.*projects\/.*settings\.json/s })
      .waitFor();
    await page.keyboard.press("Escape");
    await waiting.getByRole("button", { name: "Allow once" }).click();
    await waitForStatus(taskId, "completed");
    expect(bench.read("docs/cart.md")).toBe(content);
  });

  test("searches all transcripts and links to the matching message", async () => {
    stage.model.when("Explain the discount", [done("Coupons make the marmalade cheaper.")]);
    const taskId = await startTask("Explain the discount");
    await waitForStatus(taskId, "completed");
    const page = await bench.open("/");
    await page.getByLabel("Search all transcripts").fill("marmalade");
    const hit = page
      .getByRole("list", { name: "Search results" })
      .getByRole("link", { name: /Coupons make the marmalade/ });
    await hit.first().click();
    await page.waitForURL(new RegExp(`/task/${taskId}\\?.*at=\\d+`));

    await page.goBack();
    expect(await page.getByLabel("Search all transcripts").inputValue()).toBe("marmalade");
    await page.getByLabel("State").selectOption("failed");
    await page.getByText("No results").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("list", { name: "Tasks" }).getByText("Explain the discount").waitFor();
  });

  test("filters by state and mode", async () => {
    const page = await bench.open("/");
    const list = page.getByRole("list", { name: "Tasks" });
    await list.getByText("Explain the discount").waitFor();
    await page.getByLabel("Mode", { exact: true }).selectOption("ask");
    await list.getByText("Explain the discount").waitFor({ state: "detached" });
    await list.getByText("Where is the tax computed?").waitFor();
    await page.getByLabel("State").selectOption("failed");
    await page.getByText("No matching tasks").waitFor();
    await page.getByRole("button", { name: "Show all tasks" }).click();
    await list.getByText("Explain the discount").waitFor();
  });

  test("shows subtasks below their task", async () => {
    stage.model.when("Split the work", [
      call("new_task", { mode: "ask", message: "Read the readme alone" }),
      done("Both are done."),
    ]);
    stage.model.when("Read the readme alone", [done("It says Shop.")]);
    const taskId = await startTask("Split the work", { mode: "orchestrator", autoApprove: ["subtask", "mode"] });
    await waitForStatus(taskId, "completed");
    const page = await bench.open("/");
    await page.getByRole("button", { name: "Show 1 subtask" }).click();
    await page.getByRole("list", { name: "Subtasks of Split the work" }).getByText("Read the readme alone").waitFor();
  });

  test("shows usage by day, model and mode, as a chart and as a table", async () => {
    const page = await bench.open("/");
    const usage = page.getByRole("complementary", { name: "Usage" });
    await usage.getByText("Tokens by day").first().waitFor();
    await usage.getByRole("radio", { name: "Model" }).click();
    await usage.getByRole("button", { name: "Tokens by model: show the table" }).click();
    await usage.getByRole("rowheader", { name: "scripted-1" }).waitFor();
    await usage.getByRole("radio", { name: "Mode", exact: true }).click();
    await usage.getByRole("rowheader", { name: "orchestrator" }).waitFor();
  });

  test("deletes a task after confirmation", async () => {
    const taskId = await startTask("A task to delete");
    await waitForStatus(taskId, "completed");
    const page = await bench.open("/");
    await page.getByRole("button", { name: "More for A task to delete" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "A task to delete" }).waitFor({ state: "detached" });
    await expect(bench.client.tasks.get({ params: { taskId } })).rejects.toMatchObject({ code: "task_not_found" });
  });
});
