import { readFile, stat } from "node:fs/promises";
import { RooError, systemErrorCode, type WorkflowPlan } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import { badPlan, parsePlan } from "./parse-plan.ts";

const maxBytes = 1024 * 1024;

/** Reads a plan from a YAML or JSON file. Throws `RooError` `bad_plan` with every invalid field and its line. */
export async function loadPlan(path: string): Promise<WorkflowPlan> {
  return parsePlan(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw badPlan(path, [`it has ${size} bytes; the limit is ${maxBytes}.`]);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof RooError) throw error;
    const code = systemErrorCode(error);
    throw badPlan(path, [code === "ENOENT" ? "there is no such file." : `it cannot be read (${code}).`]);
  }
}

/** Throws `RooError` `unknown_mode` for the first step whose mode does not exist, before anything has started. */
export function requireModes(plan: WorkflowPlan, { modes }: Configuration): void {
  const known = modes.map(({ slug }) => slug);
  for (const { step, mode } of modesOf(plan)) {
    if (known.includes(mode)) continue;
    const message = `There is no mode "${mode.slice(0, 80)}", which ${step} of the plan names.`;
    throw new RooError({ code: "unknown_mode", message, next: `The modes are: ${known.join(", ")}.` });
  }
}

function modesOf(plan: WorkflowPlan): { step: string; mode: string }[] {
  const fallback = plan.mode ?? "code";
  return plan.phases.flatMap(({ id, mode = fallback, subtasks }) => [
    { step: `the phase ${id}`, mode },
    ...subtasks.map((subtask) => ({ step: `the step ${id}/${subtask.id}`, mode: subtask.mode ?? mode })),
  ]);
}
