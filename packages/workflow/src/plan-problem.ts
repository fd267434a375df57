/** Something wrong in a plan, and the field it is in. */
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
  object: "keys with values",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  null: "nothing",
};

/** What the schema says, for somebody who wrote YAML and knows nothing of it. */
export function planProblemInWords(message: string): string {
  const clause = message.replace(/^Invalid input: /, "");
  if (clause.includes("must match pattern"))
    return "a name has letters, digits, - _ and . only, begins with a letter or digit, and has 64 at most";
  const [, expected = "", received = ""] = /^expected (\w+), received (\w+)$/.exec(clause) ?? [];
  if (received === "undefined") return "it is missing";
  if (received !== "") return `it must be ${kinds[expected] ?? expected}, not ${kinds[received] ?? received}`;
  const [, size, relation = "", limit = ""] =
    /^Too (?:small|big): expected \w+ to (be|have) ([<>]=?)(\S+)/.exec(clause) ?? [];
  if (size === "have" && relation === ">=") return limit === "1" ? "it is empty" : `it has fewer than ${limit}`;
  if (size === "have") return `it has more than ${limit}`;
  if (size === "be") return `it must be ${bounds[relation] ?? relation} ${limit}`;
  return clause.charAt(0).toLowerCase() + clause.slice(1);
}

const bounds: Readonly<Record<string, string>> = {
  ">=": "at least",
  ">": "more than",
  "<=": "at most",
  "<": "less than",
};
