import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { done } from "./scripted-model.ts";
import { shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const rooProgram = process.env.ROO_PROGRAM ?? fileURLToPath(new URL("../../../bin/roo", import.meta.url));

describe.skipIf(browserProgram === undefined)("sessions (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  afterEach(() => bench[Symbol.asyncDispose]());

  /** `roo open` with these flags, in the home of the server. */
  async function rooOpen(...flags: string[]): Promise<string> {
    const env = { PATH: process.env.PATH, HOME: bench.home, ROO_HOME: bench.home, CI: "1" };
    const { stdout } = await promisify(execFile)(rooProgram, ["open", ...flags], { env });
    return stdout.split("\n")[0] ?? "";
  }
  const finished = async (text: string) => {
    stage.model.when(text, [done("Done so.")]);
    const { taskId } = await bench.client.tasks.create({ body: { workspaceId: bench.workspaceId, text } });
    const params = { taskId };
    await eventually(async () => (await bench.client.tasks.get({ params })).status).toBe("completed");
    return taskId;
  };
  const countMessages = async (taskId: string, text: string) => {
    const { events } = await bench.client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
    return events.filter((event) => event.type === "message.added" && JSON.stringify(event.message).includes(text))
      .length;
  };

  test("after kill -9 and a restart, the open page recovers and a reload needs no sign-in", async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    const taskId = await finished("Before the crash");
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    await bench.kill();
    await page.getByText("Cannot reach the server").waitFor();
    await bench.start();
    await page.getByText("Cannot reach the server").waitFor({ state: "detached" });
    stage.model.when("Still here?", [done("Still here.")]);
    await page.getByRole("combobox", { name: "Message" }).fill("Still here?");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Done" }).getByText("Still here.").waitFor();
    await page.reload();
    await page.getByRole("region", { name: "Done" }).getByText("Still here.").waitFor();
    expect(await page.getByText("You are signed out").count()).toBe(0);
  });

  test("a message sent while the server is down survives a reload and is delivered once", async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    const taskId = await finished("Be ready");
    stage.model.when("Sent while offline", [done("Heard it.")]);
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    // The page must be cached before it can be shown without the server.
    await page.evaluate("navigator.serviceWorker.ready");
    await page.reload();
    await page.getByRole("region", { name: "Done" }).waitFor();
    await bench.kill();
    await page.getByText("Cannot reach the server").waitFor();
    await page.getByRole("combobox", { name: "Message" }).fill("Sent while offline");
    await page.keyboard.press("Enter");
    const waiting = page.getByRole("article", { name: "Waiting message" });
    await waiting.getByText("waiting for the server").waitFor();
    await page.reload();
    await waiting.getByText("Sent while offline").waitFor();
    // Another tab has the same message; both try to send it.
    const second = await page.context().newPage();
    await second.goto(`${bench.base}/`);
    await bench.start();
    await page.getByRole("region", { name: "Done" }).getByText("Heard it.").waitFor();
    await waiting.waitFor({ state: "detached" });
    expect(await countMessages(taskId, "Sent while offline")).toBe(1);
  });

  test("a task started while the server is down starts once it is back", async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    stage.model.when("Start while offline", [done("Begun.")]);
    const page = await bench.open("/");
    await page.getByRole("button", { name: "Folder: shop" }).waitFor();
    await bench.kill();
    await page.getByText("Cannot reach the server").waitFor();
    await page.getByRole("combobox", { name: "What should be done" }).fill("Start while offline");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("article", { name: "Waiting message" }).getByText("waiting for the server").waitFor();
    await bench.start();
    await page.getByRole("article", { name: "Waiting message" }).waitFor({ state: "detached" });
    await eventually(async () => (await bench.client.tasks.list()).tasks.map(({ title }) => title)).toEqual([
      "Start while offline",
    ]);
  });

  test("after signing out everywhere, a pasted address or roo open signs in again", async () => {
    bench = await openWorkbench(stage, { files: shopFiles });
    const taskId = await finished("Be there");
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("region", { name: "Done" }).waitFor();
    const address = await rooOpen("--sign-out-all");
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.reload();
    const field = page.getByLabel("Address or token");
    await field.fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This address or token is invalid or has expired.").waitFor();
    await field.fill(address);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("region", { name: "Done" }).waitFor();

    await page.goto(new URL("/settings/appearance", page.url()).href);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();

    const phone = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width: 390, height: 844 } });
    const other = await phone?.newPage();
    await other?.goto(address);
    await other?.getByText("This address was already used").waitFor();
    await other?.goto(await rooOpen());
    await other?.getByRole("button", { name: "Start" }).waitFor();
    await phone?.close();
  });
});
