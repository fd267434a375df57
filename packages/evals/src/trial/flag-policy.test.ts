import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flag, flagPolicy, isVoiding } from "./flag-policy.ts";

it("matches the table in docs/evals-suites.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/evals-suites.md"), "utf8");
  const documented = [...page.matchAll(/^\| `([a-z-]+)` +\| (inform|void) +\| (.+?) +\|$/gm)].map(
    ([, name, effect, reason]) => [name, { effect, reason }],
  );
  expect(documented).toEqual(Object.entries(flagPolicy));
});

it("voids a pass only for proof", () => {
  expect(isVoiding(flag("altered-tests", "a_test.py"))).toBe(true);
  expect(isVoiding(flag("forged-results", "results"))).toBe(true);
  for (const name of ["adds-config", "reads-history", "exits-early", "looks-for-answers", "names-tests"] as const)
    expect(isVoiding(flag(name, "altered-tests: x"))).toBe(false);
});
