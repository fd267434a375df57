import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunnerJob } from "../src/runner/runner-protocol.ts";
import { environmentMark } from "../src/trial-mark.ts";

let trials = 0;

/** A job with its own folder for artifacts. */
export function jobFor(exercise: string): RunnerJob & Disposable {
  const artifacts = mkdtempSync(join(tmpdir(), "roo-job-"));
  return {
    mark: `test-${process.pid}.${(trials += 1)}`,
    runId: process.pid,
    trialId: trials,
    number: 1,
    suite: "made-up",
    language: "go",
    exercise,
    agent: "null",
    settings: {},
    tests: "hidden",
    limits: { seconds: 60 },
    artifacts,
    [Symbol.dispose]: () => rmSync(artifacts, { recursive: true, force: true }),
  };
}

export const fakeRunner = [process.execPath, join(import.meta.dirname, "fake-runner.ts")];

/** Processes of a trial, by their environment. Linux only. */
export function processesOf({ mark }: RunnerJob): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "utf8").includes(environmentMark(mark));
    } catch {
      return false;
    }
  });
}
