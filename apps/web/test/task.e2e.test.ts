import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, done } from "./scripted-model.ts";
import { broken, fixed, fixPrompt, fixReplies, shopFiles } from "./shop.ts";
import {
  browserProgram,
  openStage,
  openWorkbench,
  type Stage,
  type Workbench,
  type WorkbenchOptions,
} from "./workbench.ts";

const redDot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
  "base64",
);

describe.skipIf(browserProgram === undefined)("a task in the workbench (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench | undefined;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(async () => {
    await bench?.[Symbol.asyncDispose]();
    bench = undefined;
  });
  const open = async (options: WorkbenchOptions = {}) => {
    bench = await openWorkbench(stage, { files: shopFiles, ...options });
    return bench;
  };
  const startTask = async (
    { client, workspaceId }: Workbench,
    text: string,
    autoApprove: ("edit" | "command" | "read" | "subtask")[] = [],
  ) => (await client.tasks.create({ body: { workspaceId, text, autoApprove: ["read", ...autoApprove] } })).taskId;

  test("asks before changing a file, shows the change, and undoes it", async () => {
    stage.model.when("The total ignores", fixReplies);
    const shop = await open();
    const taskId = await startTask(shop, fixPrompt);
    const page = await shop.open(`/task/${taskId}`);
    let views = 0;
    page.on("request", (request) => {
      if (request.url().endsWith(`/api/v1/tasks/${taskId}`)) views += 1;
    });

    const approval = page.getByRole("region", { name: "Approval" });
    await approval.getByText("Make this change?").waitFor();
    await approval.getByText("line.count").first().waitFor();
    expect(shop.read("src/cart.js")).toContain(broken);
    await approval.getByRole("button", { name: "Allow once" }).click();

    await approval.getByText("Run this command?").waitFor();
    await approval.getByRole("button", { name: "Always" }).click();
    // With its path if Node is in a world-writable folder, such as a checkout below /tmp.
    await page
      .getByText(/allow command: (\S+\/)?node --test/)
      .first()
      .waitFor();
    await page.getByRole("menuitem", { name: /In this project/ }).click();

    await page.getByRole("region", { name: "Done" }).getByText("counts every piece").waitFor();
    expect(shop.read("src/cart.js")).toContain(fixed);
    await page.getByRole("list", { name: "Evidence" }).getByText("The tests pass").waitFor();
    // The page folds the events itself, and fetches the view only for the start of the run.
    expect(views).toBeLessThanOrEqual(1);

    await page.getByRole("tab", { name: /Changes/ }).click();
    await page.getByRole("region", { name: "src/cart.js", exact: true }).getByText("+1", { exact: true }).waitFor();

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Undo" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo last step" });
    await dialog.getByText("src/cart.js as it was before").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 file was undone.").waitFor();
    expect(shop.read("src/cart.js")).toContain(broken);
    await page.getByText("No changes").waitFor();
  });

  test("sends the reason for a denial to the model", async () => {
    stage.model.when("Remove the readme", [call("execute_command", { command: "rm README.md" }), done("I kept it.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Remove the readme")}`);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("It is still linked");
    await page.keyboard.press("Enter");
    await page.getByText("denied: It is still linked").waitFor();
    await page.getByText("I kept it.").waitFor();
    expect(shop.exists("README.md")).toBe(true);
  });

  test("undoes one hunk and keeps the other", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
    const changed = lines.map((line, index) => (index === 1 || index === 35 ? `${line} changed` : line));
    stage.model.when("Change two lines", [
      call("write_to_file", { path: "list.txt", content: `${changed.join("\n")}\n` }),
      done("Both are changed."),
    ]);
    const shop = await open({ files: { "list.txt": `${lines.join("\n")}\n` } });
    const page = await shop.open(`/task/${await startTask(shop, "Change two lines", ["edit"])}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    await page.getByRole("tab", { name: /Changes/ }).click();
    const rejects = page.getByRole("button", { name: "Undo hunk" });
    await rejects.nth(1).waitFor();
    await page.getByRole("button", { name: "Accept" }).first().click();
    await page.getByText("accepted").waitFor();
    await rejects.last().click();
    await expect.poll(() => shop.read("list.txt")).not.toContain("line 36 changed");
    expect(shop.read("list.txt")).toContain("line 2 changed");
  });

  test("answers a question with a suggestion", async () => {
    stage.model.when("Name the shop", [
      call("ask_followup_question", {
        question: "What shall it be called?",
        follow_up: [{ text: "Corner shop" }, { text: "Market" }],
      }),
      done("It is called Corner shop."),
    ]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Name the shop")}`);
    await page.getByRole("button", { name: "Corner shop" }).click();
    await page.getByText("It is called Corner shop.").waitFor();
  });

  test("asks again after Stop and Continue, and accepts the answer", async () => {
    stage.model.when("Open the shop", [
      call("execute_command", { command: "touch opened" }),
      call("ask_followup_question", {
        question: "For how long?",
        follow_up: [{ text: "All day" }, { text: "An hour" }],
      }),
      done("It is open all day."),
    ]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Open the shop")}`);
    const stopAndContinue = async () => {
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    };
    const allow = page.getByRole("button", { name: "Allow once" });
    await allow.waitFor();
    await stopAndContinue();
    await allow.click();
    const answer = page.getByRole("button", { name: "All day" });
    await answer.waitFor();
    await stopAndContinue();
    await answer.click();
    await page.getByText("It is open all day.").waitFor();
    expect(shop.exists("opened")).toBe(true);
  });

  test("shows a task running in another process, without a Stop button", async () => {
    stage.model.when("Close the shop", [call("execute_command", { command: "sleep 600" }), done("It is closed.")]);
    const shop = await open();
    shop.runElsewhere("Close the shop");
    const running = async () => (await shop.client.tasks.list()).tasks.find(({ status }) => status === "running");
    await expect.poll(running).toBeDefined();
    const page = await shop.open(`/task/${(await running())?.taskId}`);
    await page.getByPlaceholder("This task is running in another process").waitFor();
    await page.getByText("running", { exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  });

  test("resends an edited message after undoing everything since", async () => {
    stage.model.when("Write a note", [call("write_to_file", { path: "note.txt", content: "first\n" }), done("Noted.")]);
    stage.model.when("Write a letter", [
      call("write_to_file", { path: "letter.txt", content: "dear\n" }),
      done("Posted."),
    ]);
    const shop = await open({ settings: { "approvals.auto": ["edit"] } });
    const page = await shop.open(`/task/${await startTask(shop, "Write a note", ["edit"])}`);
    await page.getByText("Noted.").waitFor();
    expect(shop.exists("note.txt")).toBe(true);
    await page.getByRole("article", { name: "You" }).hover();
    await page.getByRole("button", { name: "Edit and resend" }).click();
    await page.getByRole("textbox", { name: "Your message" }).fill("Write a letter");
    await page.getByRole("button", { name: "Undo and resend" }).click();
    await page.getByRole("article", { name: "You" }).getByText("Write a letter").waitFor();
    await expect.poll(() => shop.exists("note.txt")).toBe(false);
    await page.getByRole("button", { name: "Allow once" }).or(page.getByText("Posted.")).first().waitFor();
  });

  test("queues messages and images while it works, and can be stopped", async () => {
    stage.model.when("Wait a while", [call("execute_command", { command: "sleep 60" }), done("Waited.")]);
    stage.model.when("Look at this", [done("A red dot.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Wait a while", ["command"])}`);
    await page.getByText("running", { exact: true }).first().waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: redDot });
    await page.getByRole("list", { name: "Attached images" }).getByRole("img").waitFor();
    await page.getByRole("combobox", { name: "Message" }).fill("Look at this");
    await page.keyboard.press("Enter");
    await page.getByText("queued until the current tool calls finish").waitFor();
    await page.getByRole("article", { name: "You" }).getByRole("img").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("region", { name: "Stopped" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("region", { name: "Done" }).getByText("A red dot.").waitFor();
  });

  test("shows questions of subtasks, which can be answered with the keyboard", async () => {
    stage.model.when("Share the work", [
      call("new_task", { mode: "code", message: "Say hello in a file" }),
      done("They said it."),
    ]);
    stage.model.when("Say hello in a file", [
      call("write_to_file", { path: "hello.txt", content: "hello\n" }),
      call("ask_followup_question", { question: "Loudly?", follow_up: ["Yes, loudly"] }),
      done("Said."),
    ]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Share the work", ["subtask"])}`);
    const asked = page.getByRole("region", { name: "Questions from subtasks" });
    await asked.getByRole("link", { name: "child-1" }).waitFor();
    await asked.getByText("Make this change? hello.txt").waitFor();
    await page.locator("header").getByText("Needs approval").waitFor();
    await page.keyboard.press("Alt+y");
    await asked.getByText("Loudly?").waitFor();
    await page.locator("header").getByText("Has a question").waitFor();
    expect(shop.read("hello.txt")).toBe("hello\n");
    await asked.getByRole("button", { name: "Yes, loudly" }).click();
    await page.getByText("They said it.").waitFor();
    expect(await asked.count()).toBe(0);
  });

  test("shows a command that failed as failed, with its exit code", async () => {
    stage.model.when("Check it", [call("execute_command", { command: "echo no; exit 3" }), done("It fails.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Check it", ["command"])}`);
    await page.getByText("It fails.").waitFor();
    const state = page.getByRole("button", { name: /Run.*exit 3/ }).getByText(/exit code 3/);
    await state.waitFor();
    expect(await state.evaluate((element) => element.parentElement?.className)).toContain("text-bad");
  });

  test("shows the tree of subtasks", async () => {
    stage.model.when("Hand it to somebody", [
      call("new_task", { mode: "code", message: "Say how many files there are" }),
      done("There are four, says the other."),
    ]);
    stage.model.when("Say how many files", [done("Four.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Hand it to somebody", ["subtask"])}`);
    await page.getByText("There are four, says the other.").waitFor();
    await page.getByRole("tab", { name: /Subtasks/ }).click();
    await page
      .getByRole("tabpanel")
      .getByRole("link", { name: /child-1/ })
      .click();
    await page.getByText("subtask of another task, as child-1").waitFor();
    await page.getByRole("region", { name: "Done" }).getByText("Four.").waitFor();
  });
});
