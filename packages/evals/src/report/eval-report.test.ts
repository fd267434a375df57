import { expect, test } from "vitest";
import { oneTrialEach, run, trials } from "../../test/eval-runs.ts";
import { evalDocument } from "./eval-document.ts";
import { evalReport } from "./eval-report.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";

const at = new Date("2025-03-01T10:00:00Z");
const two = [
  { run: run({ id: 1, name: "before" }), trials: oneTrialEach("ppff") },
  {
    run: run({ id: 2, name: "after", request: { settings: { apiKey: "sk-fake-key", mode: "code" } } }),
    trials: oneTrialEach("pppe"),
  },
];
const titlesOf = (runs: typeof two) => evalDocument(evalReport(runs, at)).sections.map(({ title }) => title);

test("a report of several runs compares each with the first", () => {
  expect(titlesOf(two.slice(0, 1))).toEqual(["Runs", "Languages", "Counts and cost", "Exercises", "Time", "Tools"]);
  expect(titlesOf(two)).toEqual([
    "Runs",
    "B against A",
    "Languages",
    "Counts and cost",
    "Cost and time against pass rate",
    "For review",
    "Exercises",
    "Time",
    "Tools",
  ]);
});

test("several iterations have their own section", () => {
  const report = evalReport([{ run: run(), trials: trials({ "go/a": "pf", "go/b": "pp" }) }], at);
  const markdown = renderMarkdown(evalDocument(report));
  expect(markdown).toContain("## Repeated tries");
  expect(markdown).toContain("Flaky exercises");
  expect(markdown).toMatch(/\| go\/a +\| A +\| 1 of 2 \|/);
});

test("flips are listed with the result of each run", () => {
  const markdown = renderMarkdown(evalDocument(evalReport(two, at)));
  expect(markdown).toContain("Flips: 1 of 4 exercises on which runs differ");
  expect(markdown).toMatch(/\| go\/e3 +\| ✗ +\| ✓ +\|/);
  expect(markdown).toMatch(/\| go\/e4 +\| ✗ +\| ! +\|/);
});

test("JSON has every number and the summaries", () => {
  const json = JSON.parse(renderJson(evalReport(two, at))) as Record<string, unknown>;
  expect(json).toMatchObject({
    format: "roo-eval-report",
    version: 1,
    createdAt: "2025-03-01T10:00:00.000Z",
    runs: [
      { letter: "A", passRate: { passed: 2, scored: 4 } },
      { letter: "B", passRate: { passed: 3, scored: 3 }, counts: { error: 1 } },
    ],
    comparisons: [{ overall: { exercises: 3, gained: 1, lost: 0, test: "mcnemar" }, summary: expect.any(Array) }],
    matrix: [{ exercise: "e1" }, { exercise: "e2" }, { exercise: "e3", isFlip: true }, { exercise: "e4" }],
  });
});

test("keys in settings are redacted in reports", () => {
  const report = evalReport(two, at);
  expect(renderJson(report)).not.toContain("sk-fake-key");
  expect(renderMarkdown(evalDocument(report))).not.toContain("sk-fake-key");
  expect(report.runs[1]?.run.request.settings).toEqual({ apiKey: "(secret)", mode: "code" });
  expect(two[1]?.run.request.settings.apiKey).toBe("sk-fake-key");
});

test("the same trials give the same report", () => {
  expect(renderJson(evalReport(two, at))).toBe(renderJson(evalReport(two, at)));
});

test("no runs, and runs without a trial, are reported as such", () => {
  expect(renderMarkdown(evalDocument(evalReport([], at)))).toContain("There are no runs to report on.");
  const empty = evalReport(
    [
      { run: run(), trials: [] },
      { run: run({ id: 2 }), trials: [] },
    ],
    at,
  );
  expect(renderMarkdown(evalDocument(empty))).toContain("nothing can be compared");
});

test("more than 26 runs still have unique names", () => {
  const many = Array.from({ length: 28 }, (_, index) => ({ run: run({ id: index }), trials: oneTrialEach("p") }));
  const json = JSON.parse(renderJson(evalReport(many, at))) as { runs: { letter: string }[] };
  expect(new Set(json.runs.map(({ letter }) => letter)).size).toBe(28);
});
