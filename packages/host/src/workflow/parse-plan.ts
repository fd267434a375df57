import { RooError, type WorkflowPlan } from "@roo-code/types";
import { fieldName, type PlanProblem, readPlan } from "@roo-code/workflow";
import type * as yaml from "js-yaml";
import type { YAMLException } from "js-yaml";

/** Enough for shared texts, too few to expand a small file into gigabytes. */
const maxAliases = 20;
const maxProblems = 10;

/** `source` names the text in error messages. */
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
    throw badPlan(source, [documents.length === 0 ? "it is empty." : "it contains more than one YAML document."]);
  const read = readPlan(documents[0]);
  if ("plan" in read) return read.plan;
  const lineOf = planLines(text, yaml);
  throw badPlan(
    source,
    read.problems.map((problem) => describeProblem(problem, lineOf(problem.path))),
  );
}

function unreadable(error: YAMLException | undefined): string {
  // The rest of the reason quotes the text.
  const clause = (error?.reason ?? "").replace(/\s*["'<(].*/s, "");
  return `it is not valid YAML${clause && `: ${clause}`}${error?.mark ? ` (line ${error.mark.line + 1})` : ""}.`;
}

function describeProblem({ path, message }: PlanProblem, line: number | undefined): string {
  const field = fieldName(path);
  return `${line === undefined ? "" : `line ${line}: `}${field && `${field}: `}${message}.`;
}

export function badPlan(source: string, problems: readonly string[]): RooError {
  const [only, ...others] = problems;
  const more = problems.length - maxProblems;
  const message =
    others.length === 0
      ? `The plan ${source} cannot be used: ${only}`
      : `The plan ${source} cannot be used:\n${problems
          .slice(0, maxProblems)
          .map((problem) => `  ${problem}`)
          .join("\n")}${more > 0 ? `\n  and ${more} more.` : ""}`;
  return new RooError({ code: "bad_plan", message, next: "See docs/workflows.md for the format of plans." });
}

type Path = readonly (string | number)[];

/** A collection being parsed. */
interface Frame {
  readonly path: Path;
  readonly isMapping: boolean;
  /** Nodes seen; in a mapping, keys and values alternate. */
  count: number;
  key: string | number;
}

type YamlLibrary = Pick<typeof yaml, "EVENT_ID" | "getScalarValue" | "parseEvents">;

/** The line of each field of a YAML text, from 1; a missing field has the line of its parent. */
function planLines(text: string, library: YamlLibrary): (path: Path) => number | undefined {
  const offsets = new Map<string, number>();
  for (const { path, offset } of fields(text, library)) offsets.set(path.join("\n"), offset);
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsets.get(path.slice(0, length).join("\n"));
      if (offset !== undefined) return text.slice(0, offset).split("\n").length;
    }
    return undefined;
  };
}

function* fields(text: string, { EVENT_ID, getScalarValue, parseEvents }: YamlLibrary) {
  const frames: Frame[] = [];
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      continue;
    }
    const frame = frames.at(-1);
    const isKey = frame?.isMapping === true && frame.count % 2 === 0;
    if (frame && isKey) frame.key = event.type === EVENT_ID.SCALAR ? camelCase(getScalarValue(text, event)) : "";
    if (frame && !frame.isMapping) frame.key = frame.count;
    const path = frame ? [...frame.path, frame.key] : [];
    if (frame && (isKey || !frame.isMapping)) yield { path, offset: startOf(event) };
    if (frame) frame.count += 1;
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE)
      frames.push({ path, isMapping: event.type === EVENT_ID.MAPPING, count: 0, key: "" });
  }
}

function startOf(event: yaml.Event): number {
  if ("valueStart" in event) return event.valueStart;
  if ("start" in event) return event.start;
  return "anchorStart" in event ? event.anchorStart : 0;
}

/** Field names in camel case, however they were written. */
function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
