import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, done } from "./scripted-model.ts";
import { fixPrompt, fixReplies, shopFiles } from "./shop.ts";
import { browserProgram, openStage, openWorkbench, type Stage, type Workbench } from "./workbench.ts";

const sizes = { desktop: { width: 1360, height: 860 }, phone: { width: 390, height: 844 } };

describe.skipIf(browserProgram === undefined)("every page (needs Chromium)", () => {
  const screenshots = process.env.ROO_WEB_SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "roo-web-screenshots-"));
  let stage: Stage;
  let bench: Workbench;
  let page: Page;
  let taskId: string;
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    stage = await openStage();
    stage.model.when("The total ignores", fixReplies);
    stage.model.when("Translate", [call("execute_command", { command: "npm run translate" }), done("Translated.")]);
    bench = await openWorkbench(stage, { files: shopFiles });
    execFileSync(
      "sh",
      ["-c", "git init -q -b main && git add . && git -c user.name=A -c user.email=a@b.c commit -qm first"],
      {
        cwd: bench.folder,
      },
    );
    const { client, workspaceId } = bench;
    const opening = { workspaceId, autoApprove: ["read", "edit", "command"] as const };
    ({ taskId } = await client.tasks.create({
      body: { ...opening, autoApprove: [...opening.autoApprove], text: fixPrompt },
    }));
    while ((await status(client, taskId)) !== "completed") await new Promise((resolve) => setTimeout(resolve, 100));
    await client.tasks.create({ body: { workspaceId, text: "Translate the page into French" } });
    page = await bench.open("/");
  });
  afterAll(async () => {
    await bench?.[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
    // Kept in the folder named by the variable.
    if (process.env.ROO_WEB_SCREENSHOTS === undefined) rmSync(screenshots, { recursive: true });
  });

  const pages: readonly { name: string; path: () => string; ready: (page: Page) => Promise<unknown> }[] = [
    { name: "home", path: () => "/", ready: (at) => at.getByText("Translate the page into French").first().waitFor() },
    { name: "welcome", path: () => "/welcome", ready: (at) => at.getByRole("heading").first().waitFor() },
    {
      name: "task",
      path: () => `/task/${taskId}`,
      ready: async (at) => {
        await at.getByRole("region", { name: "Done" }).getByText("counts every piece").waitFor();
        await at.locator("[class*=tok-]").first().waitFor();
      },
    },
    ...["providers", "modes", "mcp", "approvals", "budget", "appearance"].map((section) => ({
      name: `settings-${section}`,
      path: () => `/settings/${section}`,
      ready: (at: Page) => at.getByRole("heading").first().waitFor(),
    })),
    { name: "evals", path: () => "/evals", ready: (at) => at.getByRole("heading").first().waitFor() },
    { name: "evals-compare", path: () => "/evals/compare", ready: (at) => at.getByRole("heading").first().waitFor() },
    { name: "evals-mcp", path: () => "/evals/mcp", ready: (at) => at.getByRole("heading").first().waitFor() },
  ];

  test.each(pages)(
    "$name has no accessibility issues, in both themes and at both widths",
    async ({ name, path, ready }) => {
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await page.goto(`${bench.base}${path()}`);
        for (const colorScheme of ["light", "dark"] as const) {
          await switchTo(page, colorScheme);
          await ready(page);
          await loaded(page);
          await page.screenshot({ path: join(screenshots, `${name}-${size}-${colorScheme}.png`) });
          // Colours are the same at any width.
          if (size === "desktop" || colorScheme === "light")
            expect.soft(await seriousIssues(page), `${name}, ${size}, ${colorScheme}`).toEqual([]);
          const width = await page.evaluate("document.documentElement.scrollWidth");
          expect.soft(width, `${name} is no wider than the ${size}`).toBeLessThanOrEqual(viewport.width);
        }
      }
    },
  );

  test("every panel of the workbench", async () => {
    await page.setViewportSize(sizes.desktop);
    await page.goto(`${bench.base}/task/${taskId}`);
    for (const part of ["Changes", "Terminal", "Browser", "Checkpoints", "Subtasks", "Files"]) {
      await page.getByRole("tab", { name: new RegExp(part) }).click();
      await page.getByRole("tabpanel").waitFor();
      await loaded(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await switchTo(page, colorScheme);
        await page.screenshot({ path: join(screenshots, `part-${part.toLowerCase()}-${colorScheme}.png`) });
        expect.soft(await seriousIssues(page), `${part}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test("can be installed as an app, and has the keys for notifications", async () => {
    const manifest = (await (await page.request.get(`${bench.base}/manifest.webmanifest`)).json()) as {
      icons: { src: string }[];
    };
    for (const { src } of manifest.icons) expect((await page.request.get(`${bench.base}${src}`)).status()).toBe(200);
    const scope = await page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)");
    expect(scope).toBe(`${bench.base}/`);
    const { publicKey } = await bench.client.server.pushKey();
    expect(publicKey).toMatch(/^[\w-]{80,}$/);
  });
});

/** Waits until color transitions have ended. */
async function switchTo(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
  // Endless animations, such as spinners, never finish.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => undefined)))`);
}

async function loaded(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("status").getByText("Loading").count()).toBe(0);
  await page.waitForLoadState("networkidle");
}

async function status(client: Workbench["client"], taskId: string): Promise<string> {
  return (await client.tasks.get({ params: { taskId } })).status;
}

/** Issues that axe rates serious or critical. */
async function seriousIssues(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`),
    );
}
