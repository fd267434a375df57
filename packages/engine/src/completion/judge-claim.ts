import type { Claim, Evidence } from "@roo-code/types";
import { claimedKeys } from "./command-parts.ts";
import type { Facts, Finding } from "./facts.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgePath } from "./judge-path.ts";

/** The weakest first: a claim of two things is worth what the weaker of them is. */
const order: readonly Evidence["verdict"][] = ["contradicted", "stale", "unknown", "shown"];

export function judgeClaim(claim: Claim, facts: Facts): Evidence {
  const command = claim.command === undefined ? [] : claimedKeys(claim.command);
  const path = claim.path?.trim() ?? "";
  const findings = [
    ...(command.length > 0 ? [judgeCommand(command, facts)] : []),
    ...(path === "" ? [] : [judgePath(path, facts)]),
  ].sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return { ...claim, ...(findings[0] ?? nothingNamed) };
}

const nothingNamed: Finding = { verdict: "unknown", why: "it names neither a command nor a file" };
