import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nullAgent } from "../src/agents/null-agent.ts";
import { createOracle } from "../src/agents/oracle-agent.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { exerciseOf, fixture, gradingTimeout, home, isMissing, runTestTrial } from "./trials.ts";

const longAgo = new Date("2001-01-01");

/** Build tools compare names and times of files: if both are equal, a shared folder would reuse the build of another solution. */
describe.each(["rust", "python"] as const)("%s", (language) => {
  it.skipIf(isMissing[language])("does not reuse the build of another trial", { timeout: gradingTimeout }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "roo-times-"));
    const scratch = join(folder, "scratch");
    try {
      cpSync(fixture("exercism"), join(folder, "suite"), { recursive: true });
      for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        utimesSync(join(folder, path), longAgo, longAgo);
      const suite = await loadSuite(join(folder, "suite"));
      const exercise = await exerciseOf(suite, `${language}/double-up`);
      const oracle = createOracle({ exercises: suite.exercises, home });
      const verdicts: string[] = [];
      for (const agent of [oracle, nullAgent, oracle]) {
        mkdirSync(scratch);
        const { verdict } = await runTestTrial({ exercise, agent, scratch, artifacts: join(scratch, "artifacts") });
        verdicts.push(`${agent.name} ${verdict}`);
        rmSync(scratch, { recursive: true });
      }
      expect(verdicts).toEqual(["oracle passed", "null failed", "oracle passed"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
