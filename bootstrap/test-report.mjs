// The summary of `npm test`: a vitest reporter writes a report file, and `linesOf` formats it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/** Created by vitest for `--reporter=bootstrap/test-report.mjs`; writes the file named by `ROO_TEST_REPORT`. */
export default class TestReport {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${relative(process.cwd(), module.moduleId)} ${test.fullName}`,
        state: test.result().state,
        retries: test.diagnostic()?.retryCount ?? 0,
      })),
    );
    // Files that cannot be loaded, or whose hooks fail, have no failed test.
    const broken = modules.filter(
      (module) => !module.ok() && [...module.children.allTests()].every((test) => test.result().state !== "failed"),
    );
    const report = {
      passed: tests.filter(({ state }) => state === "passed").length,
      failed: tests.filter(({ state }) => state === "failed").length + broken.length,
      skipped: tests.filter(({ state }) => state === "skipped").map(({ name }) => name),
      retried: tests.filter(({ state, retries }) => state === "passed" && retries > 0).map(({ name }) => name),
    };
    const file = process.env.ROO_TEST_REPORT;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report));
  }
}

/** A run without a report counts as one failure. */
export function readReport(file, { isSuccess }) {
  const report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { passed: 0, failed: 0, skipped: [], retried: [] };
  return isSuccess || report.failed > 0 ? report : { ...report, failed: 1 };
}

/** The last line is `N passed, N failed, N skipped`. */
export function linesOf({ passed, failed, skipped, retried }) {
  return [
    ...skipped.map((name) => `» skipped: ${name}`),
    ...retried.map((name) => `» passed after a retry: ${name}`),
    `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
  ];
}
