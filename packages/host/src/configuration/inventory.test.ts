import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it, onTestFinished } from "vitest";
import { loadConfiguration } from "./configuration.ts";
import { loadInventory } from "./inventory.ts";
import { WorkspaceTrust } from "./workspace-trust.ts";

it("lists hooks with their commands and custom tools, before and after the folder is trusted, and runs none of them", async () => {
  await using temp = createTempWorkspace({
    ".roo/hooks.json": JSON.stringify({ hooks: { afterTool: [{ name: "lint", command: "npx eslint . --fix" }] } }),
    ".roo/tools/deploy.ts": `import { writeFileSync } from "node:fs"; writeFileSync("ran", "");`,
  });
  const home = mkdtempSync(join(tmpdir(), "roo-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, "tools"));
  const context = { home, environment: {}, clock: systemClock };
  const load = async () => loadInventory(context, await loadConfiguration(context, { workspace: temp.root }));

  const hook = { name: "lint", origin: "project", source: temp.path(".roo/hooks.json"), command: "npx eslint . --fix" };
  const tool = { name: "deploy.ts", origin: "project", source: temp.path(".roo/tools/deploy.ts") };
  const before = await load();
  expect(before.hooks).toEqual([{ ...hook, isWithheld: true }]);
  expect(before.customTools).toEqual([{ ...tool, isWithheld: true }]);
  expect(before.notices.map(({ code }) => code)).toEqual(["not_trusted", "not_trusted"]);

  new WorkspaceTrust(home).trust(temp.root);
  const after = await load();
  expect([after.hooks, after.customTools, after.notices]).toEqual([[hook], [tool], []]);
  expect(existsSync(temp.path("ran"))).toBe(false);
});
