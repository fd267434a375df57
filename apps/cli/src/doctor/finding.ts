/** One thing the product looks for. `missing` switches something off; `broken` keeps it from working at all. */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "missing" | "broken";
  readonly detail: string;
  readonly consequence?: string;
}
