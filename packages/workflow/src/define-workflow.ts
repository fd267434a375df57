import { RooError, type WorkflowPlan } from "@roo-code/types";
import { fieldName } from "./plan-problem.ts";
import { readPlan } from "./read-plan.ts";

/** A plan as code writes it: what has a default or a shorter form may be left out or shortened, as in a file. */
export interface WorkflowInput {
  readonly name: string;
  readonly description?: string;
  readonly mode?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly phases: readonly PhaseInput[];
}

export interface PhaseInput {
  readonly id: string;
  readonly name?: string;
  readonly mode?: string;
  readonly dependsOn?: readonly string[];
  readonly subtasks: readonly (string | SubtaskInput)[];
  readonly retries?: number;
  readonly checks?: readonly (string | CheckInput)[];
}

export interface SubtaskInput {
  readonly id?: string;
  readonly message: string;
  readonly mode?: string;
  readonly dependsOn?: readonly string[];
  readonly retries?: number;
  readonly checks?: readonly (string | CheckInput)[];
}

export interface CheckInput {
  readonly command: string;
  readonly timeout?: number;
}

/** Throws `RooError` `bad_plan`. */
export function defineWorkflow(input: WorkflowInput): WorkflowPlan {
  const read = readPlan(input);
  if ("plan" in read) return read.plan;
  const [first] = read.problems;
  const field = fieldName(first?.path ?? []);
  throw new RooError({ code: "bad_plan", message: `The plan cannot be used: ${field}: ${first?.message ?? ""}.` });
}
