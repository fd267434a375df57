import { RooError, type WorkflowInput, type WorkflowPlan, workflowPlanSchema } from "@roo-code/types";
import { checkPlan } from "./check-plan.ts";
import { describeIssue, fieldName, type PlanProblem } from "./plan-problem.ts";

/** Throws `RooError` `bad_plan` for the first problem. */
export function defineWorkflow(input: WorkflowInput): WorkflowPlan {
  const read = readPlan(input);
  if ("plan" in read) return read.plan;
  const [first] = read.problems;
  const field = fieldName(first?.path ?? []);
  throw new RooError({ code: "bad_plan", message: `The plan cannot be used: ${field}: ${first?.message ?? ""}.` });
}

export type ReadPlan = { readonly plan: WorkflowPlan } | { readonly problems: readonly PlanProblem[] };

/** Parses a plan from a file or a program: short forms expanded, schema, then names and dependencies. Never throws. */
export function readPlan(input: unknown): ReadPlan {
  const { value, problems } = normalizePlan(input);
  if (problems.length > 0) return { problems };
  const parsed = workflowPlanSchema.safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === "number" ? key : String(key))),
      message: describeIssue(message),
    }));
    return { problems: issues };
  }
  const invalid = checkPlan(parsed.data);
  return invalid.length > 0 ? { problems: invalid } : { plan: parsed.data };
}

type Path = PlanProblem["path"];
type Fields = Record<string, unknown>;

const planKeys = ["name", "description", "mode", "vars", "concurrency", "phases"];
const phaseKeys = ["id", "name", "mode", "dependsOn", "subtasks", "retries", "checks"];
const subtaskKeys = ["id", "message", "mode", "dependsOn", "retries", "checks"];
const checkKeys = ["command", "timeout"];

/** Expands short forms and snake_case keys. Unknown keys are problems; the schema reports the rest. */
function normalizePlan(value: unknown): { value: unknown; problems: PlanProblem[] } {
  const problems: PlanProblem[] = [];
  const known = (fields: Fields, keys: readonly string[], path: Path): Fields => {
    for (const key of Object.keys(fields).filter((candidate) => !keys.includes(candidate)))
      problems.push({ path: [...path, key], message: `unknown key; expected one of ${keys.join(", ")}` });
    return fields;
  };
  const check = (item: unknown, path: Path): unknown =>
    typeof item === "string"
      ? { command: item }
      : isFields(item)
        ? known(camelKeys(item, checkKeys), checkKeys, path)
        : item;
  const expanded = (fields: Fields, path: Path): Fields => ({
    ...fields,
    ...("id" in fields && { id: idText(fields.id) }),
    ...("dependsOn" in fields && { dependsOn: each(list(fields.dependsOn), [], idText) }),
    ...("checks" in fields && { checks: each(list(fields.checks), [...path, "checks"], check) }),
  });
  const subtask = (item: unknown, path: Path): unknown => {
    const id = `${Number(path.at(-1)) + 1}`;
    if (typeof item === "string") return { id, message: item };
    return isFields(item) ? expanded({ id, ...known(camelKeys(item, subtaskKeys), subtaskKeys, path) }, path) : item;
  };
  const phase = (item: unknown, path: Path): unknown => {
    if (!isFields(item)) return item;
    const fields = expanded(known(camelKeys(item, phaseKeys), phaseKeys, path), path);
    return { ...fields, subtasks: each(list(fields.subtasks), [...path, "subtasks"], subtask) };
  };
  if (!isFields(value)) return { value, problems };
  const plan = known(camelKeys(value, planKeys), planKeys, []);
  return { value: { ...plan, phases: each(plan.phases, ["phases"], phase) }, problems };
}

/** `depends_on` becomes `dependsOn`; unknown keys stay as written, so that the error names them so. */
function camelKeys(fields: Fields, keys: readonly string[]): Fields {
  const renamed = (key: string): string => {
    const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return keys.includes(camel) ? camel : key;
  };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [renamed(key), value]),
  );
}

function list(value: unknown): unknown {
  return ["string", "number"].includes(typeof value) || isFields(value) ? [value] : value;
}

/** YAML reads an id such as `1` as a number. */
function idText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function each(value: unknown, path: Path, change: (item: unknown, path: Path) => unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown, index) => change(item, [...path, index])) : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
