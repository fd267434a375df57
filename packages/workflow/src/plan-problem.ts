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
