// `npm test`: installs what is missing, then runs all checks and tests.
// The last line is `N passed, N failed, N skipped`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runChecks } from "./check.mjs";
import { oldestNode } from "./oldest-node.mjs";
import { build, buildSdk, installDependencies } from "./prepare.mjs";
import { installSystemPrograms } from "./system-programs.mjs";
import { linesOf, readReport } from "./test-report.mjs";
import { ensureToolchain, root } from "./toolchain.mjs";

const nightly = process.argv.includes("--nightly");
const toolchain = ensureToolchain();
installSystemPrograms();
installDependencies(toolchain);
build(toolchain);
buildSdk(toolchain);

const file = join(root, ".cache", "test-report.json");
rmSync(file, { force: true });
const oldest = oldestNode();
const env = {
  ...toolchain.env,
  ROO_TEST_REPORT: file,
  ...(nightly ? { ROO_TEST_NIGHTLY: "1" } : {}),
  ...(oldest ? { ROO_TEST_OLDEST_NODE: oldest } : {}),
};
const reporters = ["default", join(root, "bootstrap", "test-report.mjs")].map((name) => `--reporter=${name}`);
// The checks run in parallel with the tests, which spend much of their time waiting for processes.
const tests = once(spawn("vitest", ["run", ...reporters], { cwd: root, env, stdio: "inherit" }), "close");
const checks = await runChecks(toolchain);
const [status] = await tests;

const report = readReport(file, { isSuccess: status === 0 });
const failed = report.failed + checks.failed.length;
if (checks.failed.length > 0) console.log(`» failed checks: ${checks.failed.join(", ")}`);
for (const line of linesOf({ ...report, passed: report.passed + checks.passed.length, failed })) console.log(line);
process.exitCode = failed === 0 ? 0 : 1;
