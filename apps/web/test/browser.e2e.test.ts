import { createServer, type Server } from "node:http";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, done } from "./scripted-model.ts";
import { shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const shop = `<!doctype html><title>Shop</title><h1>Shop</h1>
<button style="position:fixed;inset:0;width:100%;height:100%" onclick="fetch('/bought')">Buy</button>`;

describe.skipIf(browserProgram === undefined)("the agent's browser (needs Chromium)", () => {
  let stage: Stage;
  let bench: Workbench;
  let site: Server;
  let bought = 0;
  let address: string;
  beforeAll(async () => {
    stage = await openStage();
    bench = await openWorkbench(stage, { files: shopFiles });
    site = createServer((request, response) => {
      if (request.url === "/bought") bought += 1;
      response.setHeader("content-type", "text/html").end(shop);
    });
    address = `http://127.0.0.1:${await listenOnLoopback(site)}/`;
  });
  afterAll(async () => {
    site.close();
    await bench[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  test("is shown, and passes clicks on its screenshot to the page", async () => {
    stage.model.when("Open the shop", [
      call("browser_action", { action: "launch", url: address }),
      call("browser_action", { action: "screenshot" }),
      call("ask_followup_question", { question: "Shall I buy it?", follow_up: [{ text: "You did" }] }),
      done("It is bought."),
    ]);
    const { client, workspaceId } = bench;
    const body = { workspaceId, text: "Open the shop", autoApprove: ["browser" as const] };
    const { taskId } = await client.tasks.create({ body });
    const page = await bench.open(`/task/${taskId}`);
    await page.getByRole("button", { name: "You did" }).waitFor();
    await page.getByRole("tab", { name: /Browser/ }).click();
    await page.getByRole("list", { name: "Actions" }).getByText(`launch ${address}`).waitFor();
    await page.getByRole("button", { name: /clicks are sent to the page/ }).click();
    await expect.poll(() => bought).toBe(1);
    await page.getByRole("button", { name: "You did" }).click();
    await page.getByText("It is bought.").waitFor();
  });
});
