/** What is wrong with a plan, and in which field. */
export interface PlanProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `phases[1].subtasks[0].message` */
export function fieldName(path: PlanProblem["path"]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}

const kinds: Readonly<Record<string, string>> = {
  object: "a mapping",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  null: "null",
};

/** A schema message rewritten for people who write YAML. */
export function describeIssue(message: string): string {
  const clause = message.replace(/^Invalid input: /, "");
  if (clause.includes("must match pattern"))
    return "must start with a letter or digit and contain only letters, digits, -, _ and ., 64 characters at most";
  const [, expected = "", received = ""] = /^expected (\w+), received (\w+)$/.exec(clause) ?? [];
  if (received === "undefined") return "missing";
  if (received !== "") return `must be ${kinds[expected] ?? expected}, not ${kinds[received] ?? received}`;
  const [, size, relation = "", limit = ""] =
    /^Too (?:small|big): expected \w+ to (be|have) ([<>]=?)(\S+)/.exec(clause) ?? [];
  if (size === "have" && relation === ">=")
    return limit === "1" ? "must not be empty" : `must have at least ${limit} entries`;
  if (size === "have") return `must have at most ${limit} entries`;
  if (size === "be") return `must be ${bounds[relation] ?? relation} ${limit}`;
  return clause.charAt(0).toLowerCase() + clause.slice(1);
}

const bounds: Readonly<Record<string, string>> = {
  ">=": "at least",
  ">": "more than",
  "<=": "at most",
  "<": "less than",
};
