// What `npm test` says at its end: vitest calls the reporter below, and `linesOf` turns what it wrote into the last lines.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/** Vitest makes one for `--reporter=bootstrap/test-report.mjs`; the file is named by `ROO_TEST_REPORT`. */
export default class TestReport {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${relative(process.cwd(), module.moduleId)} ${test.fullName}`,
        state: test.result().state,
        retries: test.diagnostic()?.retryCount ?? 0,
      })),
    );
    // A file that cannot be loaded, or whose hooks fail, has no test that failed.
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

/** Of a run that ended before its report, nothing is known but that it failed. */
export function readReport(file, { isSuccess }) {
  const report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { passed: 0, failed: 0, skipped: [], retried: [] };
  return isSuccess || report.failed > 0 ? report : { ...report, failed: 1 };
}

/** The last one is `N passed, N failed, N skipped`. */
export function linesOf({ passed, failed, skipped, retried }) {
  return [
    ...skipped.map((name) => `» skipped: ${name}`),
    ...retried.map((name) => `» needed a second try: ${name}`),
    `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
  ];
}
