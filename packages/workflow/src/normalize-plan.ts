import type { PlanProblem } from "./plan-problem.ts";

type Path = readonly (string | number)[];
type Fields = Record<string, unknown>;

const planKeys = ["name", "description", "mode", "vars", "concurrency", "phases"];
const phaseKeys = ["id", "name", "mode", "dependsOn", "subtasks", "retries", "checks"];
const subtaskKeys = ["id", "message", "mode", "dependsOn", "retries", "checks"];
const checkKeys = ["command", "timeout"];

/** What people may write shorter or with other keys, in its one full form. What fits nowhere is a problem. */
export function normalizePlan(value: unknown): { value: unknown; problems: PlanProblem[] } {
  const problems: PlanProblem[] = [];
  const known = (fields: Fields, keys: readonly string[], path: Path): Fields => {
    for (const key of Object.keys(fields).filter((candidate) => !keys.includes(candidate)))
      problems.push({ path: [...path, key], message: `there is no such key; the keys are ${keys.join(", ")}` });
    return fields;
  };
  const check = (item: unknown, path: Path): unknown =>
    typeof item === "string"
      ? { command: item }
      : isFields(item)
        ? known(camelKeys(item, checkKeys), checkKeys, path)
        : item;
  const inFull = (fields: Fields, path: Path): Fields => ({
    ...fields,
    ...("id" in fields && { id: name(fields.id) }),
    ...("dependsOn" in fields && { dependsOn: each(list(fields.dependsOn), [], name) }),
    ...("checks" in fields && { checks: each(list(fields.checks), [...path, "checks"], check) }),
  });
  const subtask = (item: unknown, path: Path): unknown => {
    const id = `${Number(path.at(-1)) + 1}`;
    if (typeof item === "string") return { id, message: item };
    return isFields(item) ? inFull({ id, ...known(camelKeys(item, subtaskKeys), subtaskKeys, path) }, path) : item;
  };
  const phase = (item: unknown, path: Path): unknown => {
    if (!isFields(item)) return item;
    const fields = inFull(known(camelKeys(item, phaseKeys), phaseKeys, path), path);
    return { ...fields, subtasks: each(list(fields.subtasks), [...path, "subtasks"], subtask) };
  };
  if (!isFields(value)) return { value, problems };
  const plan = known(camelKeys(value, planKeys), planKeys, []);
  return { value: { ...plan, phases: each(plan.phases, ["phases"], phase) }, problems };
}

/** `depends_on` is `dependsOn`; what we do not know stays as it was written. */
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

/** One thing is a list of one. */
function list(value: unknown): unknown {
  return ["string", "number"].includes(typeof value) || isFields(value) ? [value] : value;
}

/** YAML takes `1` for a number, and a subtask without a name has that of its place. */
function name(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function each(value: unknown, path: Path, change: (item: unknown, path: Path) => unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown, index) => change(item, [...path, index])) : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
