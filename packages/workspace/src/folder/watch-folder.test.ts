import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { watchFolder } from "./watch-folder.ts";

it("reports changes, except for ignored files", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-watch-")));
  for (const name of ["src", "node_modules", "out"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, ".gitignore"), "out/\n");
  const told: string[] = [];
  const stop = await watchFolder(folder, (paths) => told.push(...paths));
  expect(told).toEqual([""]);
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

it("reports a file after its last change, however quickly the changes follow each other", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-watch-")));
  const file = join(folder, "a.txt");
  writeFileSync(file, "");
  let seen = "";
  const stop = await watchFolder(folder, () => (seen = readFileSync(file, "utf8")));
  // The last change comes at a different moment after the first report each time.
  for (let count = 15; count < 40; count += 1) {
    for (let change = 0; change < count; change += 1) {
      writeFileSync(file, `${count} ${change}`);
      await setTimeout(3);
    }
    await until(() => seen === `${count} ${count - 1}`);
  }
  expect(seen).toBe("39 38");
  stop();
  rmSync(folder, { recursive: true, force: true });
});
