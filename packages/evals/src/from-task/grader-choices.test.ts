import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { graderChoices } from "./grader-choices.ts";

const after = mkdtempSync(join(tmpdir(), "roo-choices-"));
afterAll(() => rmSync(after, { recursive: true }));
for (const [path, text] of Object.entries({
  "package.json": '{"scripts": {"test": "node --test", "check": "eslint ."}}',
  "test/sum.test.mjs": "import { test } from 'node:test';\ntest('adds', () => {});\n",
  "test/plain.test.mjs": "import '../sum.mjs';\n",
  "test/helper.json": "{}",
})) {
  mkdirSync(dirname(join(after, path)), { recursive: true });
  writeFileSync(join(after, path), text);
}

describe("a recorded task is graded", () => {
  it("by the grader of its language first, which proves the outcome of each test", () => {
    const tests = ["test/sum.test.mjs", "test/plain.test.mjs", "test/helper.json"];
    expect(graderChoices({ after, tests, command: "npm test" })).toEqual([
      { language: "javascript", tests: ["test/sum.test.mjs"] },
      {
        command: 'node --test --test-reporter=junit --test-reporter-destination="$ROO_RESULTS"',
        results: "junit",
      },
    ]);
  });

  it.each([
    ["pytest -q", 'pytest -q --junitxml="$ROO_RESULTS"'],
    ["cd app && python -m pytest tests", 'cd app && python -m pytest tests --junitxml="$ROO_RESULTS"'],
    ["npx vitest run", 'npx vitest run --reporter=junit --outputFile="$ROO_RESULTS"'],
    ["node --test test/", 'node --test --test-reporter=junit --test-reporter-destination="$ROO_RESULTS" test/'],
  ])("by the report of a test runner: %s", (command, reporting) => {
    expect(graderChoices({ after, tests: ["test/plain.test.mjs"], command })).toEqual([
      { command: reporting, results: "junit" },
    ]);
  });

  it.each(["node test/plain.test.mjs", "true", "npm run check", "pytest | tee log", "pytest || true", "make test"])(
    "not by the exit code of a command: %s",
    (command) => {
      const choose = () => graderChoices({ after, tests: ["test/plain.test.mjs"], command });
      expect(choose).toThrow(expect.objectContaining({ code: "no_results" }));
    },
  );

  it("by the format that the user says the command writes", () => {
    const check = { after, tests: ["test/plain.test.mjs"], command: "make test", results: "tap" } as const;
    expect(graderChoices(check)).toEqual([{ command: "make test", results: "tap" }]);
  });
});
