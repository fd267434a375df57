import { afterAll, beforeAll, expect, it } from "vitest";
import { editCases } from "../../../../bench/edit-corpus/cases.ts";
import { CaseRunner } from "../../../../bench/edit-corpus/run-case.ts";
import { sources } from "../../../../bench/edit-corpus/sources.ts";

/** Only files of dependencies: they do not change under the test. */
const cases = editCases(sources({ withRepository: false }), 3);
let runner: CaseRunner;

beforeAll(() => {
  runner = new CaseRunner();
});
afterAll(() => runner.dispose());

it("has cases of many kinds, to be applied and to be refused", () => {
  expect(cases.length).toBeGreaterThan(150);
  expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThan(50);
  expect(cases.filter(({ expected }) => expected === "refused").length).toBeGreaterThan(25);
});

it("edits only the right place, and nearly always finds it", async () => {
  const results = [];
  for (const one of cases) results.push({ ...one, ...(await runner.run(one)) });
  const off = results.filter(({ outcome }) => outcome !== "right");
  expect(off.filter(({ outcome, expected }) => outcome === "wrong" || expected === "refused")).toEqual([]);
  const applicable = results.filter(({ expected }) => expected !== "refused");
  expect(off.length / applicable.length).toBeLessThan(0.03);
});
