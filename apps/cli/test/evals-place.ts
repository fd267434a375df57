import { readdirSync, readFileSync } from "node:fs";
import { checkAgent } from "@roo-code/evals";
import { writeTinySuite } from "@roo-code/testkit/tiny-suite";
import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunSummary } from "@roo-code/types/api";
import { type Place, place } from "./roo.ts";

/** Whether another program can be tried here. */
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

/** A place with a suite in it, on a database of its own. */
export function evalsPlace(url: string, copies = 1): Place & { readonly suite: string } {
  const made = place();
  made.env.DATABASE_URL = url;
  const suite = made.path("suite");
  writeTinySuite(suite, { copies });
  return { ...made, suite };
}

/** What was printed by `--output json`. */
export function parsed({ stdout, stderr }: { stdout: string; stderr: string }): ShownRun {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Processes that belong to trials of a place, by their environment. Linux only. */
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
