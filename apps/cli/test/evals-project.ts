import { readdirSync, readFileSync } from "node:fs";
import { checkAgent } from "@roo-code/evals";
import { writeTinySuite } from "@roo-code/testkit/tiny-suite";
import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunSummary } from "@roo-code/types/api";
import { createProject, type TestProject } from "./roo.ts";

/** Whether other programs can be evaluated here. */
export const canHideAnswers = await checkAgent({ agent: "command:true", trialLimits: {}, runLimits: {} }).then(
  () => true,
  () => false,
);

export const solution = "export const twoFer = (name = 'you') => `One for ${name}, one for me.`;\n";

export interface ShownRun {
  readonly run: EvalRun;
  readonly trials: readonly EvalTrial[];
  readonly summary: RunSummary;
}

/** A project with a suite, and its own database. */
export function createEvalsProject(url: string, copies = 1): TestProject & { readonly suite: string } {
  const project = createProject();
  project.env.DATABASE_URL = url;
  const suite = project.path("suite");
  writeTinySuite(suite, { copies });
  return { ...project, suite };
}

/** The output of `--output json`. */
export function parsed({ stdout, stderr }: { stdout: string; stderr: string }): ShownRun {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Processes of trials of a project, by their environment. Linux only. */
export function processesOf(home: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    const environment = /^\d+$/.test(name) ? textOf(name, "environ") : "";
    if (!environment.includes("ROO_TRIAL=") || !environment.includes(`ROO_HOME=${home}\0`)) return [];
    return [{ pid: Number(name), command: textOf(name, "cmdline").replaceAll("\0", " ") }];
  });
}

function textOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
