import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("lists skipped and retried tests at the end of npm test", async () => {
  await using workspace = createTempWorkspace({
    "a.test.js": `let tries = 0;
      it("is sound", () => {});
      it("is flaky", { retry: 1 }, () => expect(++tries).toBe(2));
      it.skip("waits for a program", () => {});
      it("is broken", { retry: 1 }, () => expect(1).toBe(2));`,
    "b.test.js": `throw new Error("cannot be loaded");`,
  });
  const file = workspace.path("report.json");
  const args = ["run", "--globals", "--root", workspace.root, `--reporter=${root}bootstrap/test-report.mjs`];
  const vitest = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [vitest, ...args], {
    cwd: workspace.root,
    env: { ...process.env, ROO_TEST_REPORT: file },
  });
  expect(lines(file, status === 0)).toEqual([
    "» skipped: a.test.js waits for a program",
    "» passed after a retry: a.test.js is flaky",
    "2 passed, 2 failed, 1 skipped",
  ]);
  expect(lines(workspace.path("missing.json"), false)).toEqual(["0 passed, 1 failed, 0 skipped"]);
});

/** As `npm test` prints them. */
function lines(file: string, isSuccess: boolean): unknown {
  const { href } = pathToFileURL(`${root}bootstrap/test-report.mjs`);
  const script = `const { linesOf, readReport } = await import(${JSON.stringify(href)});
    console.log(JSON.stringify(linesOf(readReport(${JSON.stringify(file)}, { isSuccess: ${isSuccess} }))))`;
  return JSON.parse(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout);
}
