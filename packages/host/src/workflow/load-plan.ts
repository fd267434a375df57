import { readFile, stat } from "node:fs/promises";
import { RooError, systemErrorCode, type WorkflowPlan } from "@roo-code/types";
import { fieldName, type PlanProblem, readPlan } from "@roo-code/workflow";
import type { YAMLException } from "js-yaml";
import { planLines } from "./plan-lines.ts";

const mostBytes = 1024 * 1024;
/** Enough for shared texts; too few to blow a small file up into gigabytes. */
const maxAliases = 20;
const mostProblems = 10;

/** A plan from a YAML or JSON file. Throws `RooError` `bad_plan`, naming every field that is wrong and its line. */
export async function loadPlan(path: string): Promise<WorkflowPlan> {
  return parsePlan(await readText(path), path);
}

/** `source` names the text in what is said about it. */
export async function parsePlan(text: string, source: string): Promise<WorkflowPlan> {
  const yaml = await import("js-yaml");
  let documents: unknown[];
  try {
    documents = yaml.loadAll(text, { maxAliases });
  } catch (error) {
    const known = error instanceof yaml.YAMLException ? error : undefined;
    throw badPlan(source, [unreadable(known)]);
  }
  if (documents.length !== 1)
    throw badPlan(source, [documents.length === 0 ? "it is empty." : "it holds more than one YAML document."]);
  const read = readPlan(documents[0]);
  if ("plan" in read) return read.plan;
  const lineOf = planLines(text, yaml);
  throw badPlan(
    source,
    read.problems.map((problem) => inWords(problem, lineOf(problem.path))),
  );
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw badPlan(path, [`it has ${size} bytes; a plan has ${mostBytes} at most.`]);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof RooError) throw error;
    const code = systemErrorCode(error);
    throw badPlan(path, [code === "ENOENT" ? "there is no such file." : `it cannot be read (${code}).`]);
  }
}

function unreadable(error: YAMLException | undefined): string {
  // What follows a quote or bracket is cited from the text.
  const clause = (error?.reason ?? "").replace(/\s*["'<(].*/s, "");
  return `it is not valid YAML${clause && `: ${clause}`}${error?.mark ? ` (line ${error.mark.line + 1})` : ""}.`;
}

function inWords({ path, message }: PlanProblem, line: number | undefined): string {
  const field = fieldName(path);
  return `${line === undefined ? "" : `line ${line}: `}${field && `${field}: `}${message}.`;
}

function badPlan(source: string, problems: readonly string[]): RooError {
  const [only, ...others] = problems;
  const more = problems.length - mostProblems;
  const message =
    others.length === 0
      ? `The plan ${source} cannot be used: ${only}`
      : `The plan ${source} cannot be used:\n${problems
          .slice(0, mostProblems)
          .map((problem) => `  ${problem}`)
          .join("\n")}${more > 0 ? `\n  and ${more} more.` : ""}`;
  return new RooError({ code: "bad_plan", message, next: "docs/workflows.md says how a plan is written." });
}
