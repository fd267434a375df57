// `npm test`: bring what is missing, then types, lint, architecture, unit and integration tests.
// The last line is `N passed, N failed, N skipped`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChecks } from "./check.mjs";
import { build, installDependencies } from "./prepare.mjs";
import { installSystemPrograms } from "./system-programs.mjs";
import { ensureToolchain, root, say } from "./toolchain.mjs";

const nightly = process.argv.includes("--nightly");
const toolchain = ensureToolchain();
installSystemPrograms();
installDependencies(toolchain);
const checks = await runChecks(toolchain);
build(toolchain);

const report = join(root, ".cache", "vitest.json");
rmSync(report, { force: true });
const env = { ...toolchain.env, ...(nightly ? { ROO_TEST_NIGHTLY: "1" } : {}) };
const vitest = spawnSync("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
  cwd: root,
  env,
  stdio: "inherit",
});

const counts = countTests(report);
for (const name of counts.skipped) say(`skipped: ${name}`);
const failed = counts.failed + checks.failed.length + (vitest.status !== 0 && counts.failed === 0 ? 1 : 0);
console.log(`${counts.passed + checks.passed.length} passed, ${failed} failed, ${counts.skipped.length} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

function countTests(file) {
  const tests = JSON.parse(readFileSync(file, "utf8")).testResults.flatMap((suite) => suite.assertionResults);
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter((test) => test.status === "failed").length,
    skipped: tests
      .filter((test) => test.status === "pending" || test.status === "skipped")
      .map((test) => test.fullName),
  };
}
