import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Configuration } from "./configuration.ts";
import { followConfiguration } from "./follow-configuration.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-follow-")));
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "work"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("reloads the configuration after every change, however it was saved, until it is stopped", async () => {
  const context = { home: join(folder, "home"), environment: {}, clock: systemClock };
  const seen: Configuration[] = [];
  const stop = followConfiguration(context, {
    workspace: join(folder, "work"),
    onChange: (configuration) => seen.push(configuration),
  });
  const newest = () => seen.at(-1);

  writeFileSync(join(context.home, "settings.json"), '{ "mode": "ask" }');
  await expect.poll(() => newest()?.settings.mode).toBe("ask");

  writeFileSync(join(context.home, "settings.json.new"), '{ "mode": "debug" }');
  renameSync(join(context.home, "settings.json.new"), join(context.home, "settings.json"));
  await expect.poll(() => newest()?.settings.mode).toBe("debug");

  writeFileSync(
    join(folder, "work", ".roomodes"),
    "customModes:\n  - slug: poet\n    name: Poet\n    roleDefinition: You are a poet.\n    groups: [read]\n",
  );
  await expect.poll(() => newest()?.modes.some(({ slug }) => slug === "poet")).toBe(true);

  stop();
  const count = seen.length;
  writeFileSync(join(context.home, "settings.json"), '{ "mode": "code" }');
  await systemClock.sleep(1500);
  expect(seen).toHaveLength(count);
});
