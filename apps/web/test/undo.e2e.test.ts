import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, done } from "./scripted-model.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const readme = ["# Shop", "", "one", "two", "three", "", "Run it.", ""].join("\n");
const write = (path: string, content: string) => call("write_to_file", { path, content });
const command = (text: string) => call("execute_command", { command: text });

describe.skipIf(browserProgram === undefined)("undo in a folder that others change as well (needs Chromium)", () => {
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
  const open = async () => {
    bench = await openWorkbench(stage, { files: { "README.md": readme, "a.txt": "a\n" } });
    return bench;
  };
  const startTask = async ({ client, workspaceId }: Workbench, text: string, autoApprove: ("edit" | "command")[]) =>
    (await client.tasks.create({ body: { workspaceId, text, autoApprove: ["read", ...autoApprove] } })).taskId;

  test("an undo keeps a file created while an approval was pending", async () => {
    stage.model.when("Make two files", [write("b.txt", "b\n"), command("echo c > c.txt"), done("Made.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Make two files", ["edit"])}`);
    const approval = page.getByRole("region", { name: "Approval" });
    await approval.getByText("Run this command?").waitFor();
    shop.write("NOTES.md", "mine\n");
    await approval.getByRole("button", { name: "Allow once" }).click();
    await page.getByRole("region", { name: "Done" }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Undo" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo last step" });
    await dialog.getByText("c.txt removed").waitFor();
    expect(await dialog.getByText("NOTES.md").count()).toBe(0);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 file was undone.").waitFor();
    expect([shop.exists("c.txt"), shop.exists("b.txt"), shop.read("NOTES.md")]).toEqual([false, true, "mine\n"]);
  });

  test("a file created after the end is not among the changes, and undo asks first", async () => {
    stage.model.when("Make one file", [write("b.txt", "b\n"), done("Made.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Make one file", ["edit"])}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    shop.write("mine.txt", "mine\n");
    await page.getByRole("tab", { name: /Changes/ }).click();
    const changes = page.getByRole("region", { name: "b.txt", exact: true });
    await changes.waitFor();
    expect(await page.getByRole("region", { name: "mine.txt", exact: true }).count()).toBe(0);
    await changes.getByRole("button", { name: "Undo file" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this change" });
    await dialog.getByText("b.txt removed").waitFor();
    expect(shop.exists("b.txt")).toBe(true);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No changes").waitFor();
    expect([shop.exists("b.txt"), shop.read("mine.txt")]).toEqual([false, "mine\n"]);
  });

  test("a restore keeps changes to other lines of a file, and offers both versions of the same line", async () => {
    stage.model.when("Rename the shop", [
      write("README.md", readme.replace("# Shop", "# The shop")),
      write("a.txt", "task\n"),
      done("Renamed."),
    ]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Rename the shop", ["edit"])}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    shop.write("README.md", shop.read("README.md").replace("Run it.", "Run it.\nMine."));
    shop.write("a.txt", "mine\n");
    await page.getByRole("tab", { name: /Checkpoints/ }).click();
    await page.getByRole("button", { name: "Undo to here" }).last().click();
    const dialog = page.getByRole("dialog", { name: "Undo to this point" });
    await dialog.getByText("README.md the task's changes removed, yours kept").waitFor();
    await dialog.getByText("a.txt stays: someone else has changed the same lines since").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => shop.read("README.md")).toBe(readme.replace("Run it.", "Run it.\nMine."));
    expect(shop.read("a.txt")).toBe("mine\n");
    await dialog.getByRole("button", { name: "Use the earlier version" }).click();
    await expect.poll(() => shop.read("a.txt")).toBe("a\n");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => shop.read("a.txt")).toBe("mine\n");
  });

  test("an undone change is not counted, is listed as a checkpoint, and can be redone from there", async () => {
    stage.model.when("Make b and c", [write("b.txt", "b\n"), write("c.txt", "c\n"), done("Made.")]);
    const shop = await open();
    const page = await shop.open(`/task/${await startTask(shop, "Make b and c", ["edit"])}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    await page.getByRole("tab", { name: /Changes ?2/ }).click();
    await page.getByRole("region", { name: "b.txt", exact: true }).getByRole("button", { name: "Undo file" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => shop.exists("b.txt")).toBe(false);
    await page.getByRole("tab", { name: /Changes ?1/ }).waitFor();
    await page.getByRole("tab", { name: /Checkpoints/ }).click();
    await page.getByRole("button", { name: "Undid b.txt" }).waitFor();
    await page.getByRole("button", { name: "Undo to here" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Undo to this point" });
    await dialog.getByText("b.txt restored to the task's version").waitFor();
    await dialog.getByRole("button", { name: "Redo" }).click();
    await page.getByText("b.txt was restored to the task's version.").waitFor();
    expect(shop.read("b.txt")).toBe("b\n");
    await page.getByRole("tab", { name: /Changes ?2/ }).waitFor();
  });

  test("does not show files of another task", async () => {
    stage.model.when("Work for long", [
      command("echo 1 > first.txt; until test -e ../go; do sleep 0.1; done; echo 2 > last.txt"),
      done("At last."),
    ]);
    stage.model.when("Work beside it", [write("beside.txt", "x\n"), done("Beside.")]);
    const shop = await open();
    const long = await startTask(shop, "Work for long", ["command"]);
    await expect.poll(() => shop.exists("first.txt")).toBe(true);
    const beside = await shop.open(`/task/${await startTask(shop, "Work beside it", ["edit"])}`);
    await beside.getByRole("region", { name: "Done" }).waitFor();
    shop.write("../go", "");
    const page = await shop.open(`/task/${long}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    await page.getByRole("tab", { name: /Changes/ }).click();
    for (const path of ["first.txt", "last.txt"]) await page.getByRole("region", { name: path, exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "beside.txt", exact: true }).count()).toBe(0);
    await beside.getByRole("tab", { name: /Changes/ }).click();
    await beside.getByRole("region", { name: "beside.txt", exact: true }).waitFor();
    expect(await beside.getByRole("region", { name: "first.txt", exact: true }).count()).toBe(0);
  });
});
