import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { watchFolder } from "./watch-folder.ts";

it("reports changes, except for ignored files", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-watch-")));
  for (const name of ["src", "node_modules", "out"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, ".gitignore"), "out/\n");
  const told: string[] = [];
  const stop = await watchFolder(folder, (paths) => told.push(...paths));
  for (const name of ["node_modules/x.js", "out/x.js", ".roo-tmp-1", "src/a.ts"])
    writeFileSync(join(folder, name), "x");
  mkdirSync(join(folder, "late"));
  await until(() => told.includes("late"));
  writeFileSync(join(folder, "late/b.ts"), "x");
  await until(() => told.includes("late/b.ts") && told.includes("src/a.ts"));
  expect(told.filter((path) => /node_modules\/|out\/|roo-tmp/.test(path))).toEqual([]);
  stop();
  rmSync(folder, { recursive: true, force: true });
});
