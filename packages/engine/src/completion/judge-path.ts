import type { Facts, Finding } from "./facts.ts";
import { workspacePath } from "./workspace-path.ts";

/** A claimed file beside what last happened to it. */
export function judgePath(given: string, facts: Facts): Finding {
  const path = workspacePath(given, facts.root);
  const change = facts.paths.of(path);
  const found = change && { seq: change.seq };
  if (change?.state === "removed") return { verdict: "unknown", ...found, why: `${path} was deleted, not written` };
  if (change?.state === "deleted") return { verdict: "contradicted", ...found, why: `${path} was deleted since` };
  if (facts.missing.has(given)) return { verdict: "contradicted", ...found, why: `there is no ${path}` };
  if (change?.state === "unsure")
    return { verdict: "unknown", ...found, why: `${path} ${change.how ?? "is not known"}` };
  if (change) return { verdict: "shown", ...found, ...(change.how !== undefined && { why: `${path} ${change.how}` }) };
  if (facts.changed.has(path) || facts.hadEffect)
    return { verdict: "unknown", why: `no edit of ${path} is in the log; a command may have written it` };
  if (facts.hasForgotten) return { verdict: "unknown", why: `${path} is not among the newest files of this long task` };
  return { verdict: "contradicted", why: `${path} was not written in this task` };
}
