import { delimiter } from "node:path";
import type { WorkspaceSandbox } from "@roo-code/workspace";

/** In a trial of evals commands have an empty home, and see neither what is around nor where the answers are. */
export function trialStrictness(environment: NodeJS.ProcessEnv): Pick<WorkspaceSandbox, "isSealed" | "hidden"> {
  if (environment["ROO_EVAL_MODE"] !== "true") return {};
  const hidden = (environment["ROO_EVAL_HIDDEN"] ?? "").split(delimiter).filter((path) => path !== "");
  return { isSealed: true, hidden };
}
