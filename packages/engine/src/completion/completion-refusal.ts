import { type EventOf, type Evidence, ToolFailure } from "@roo-code/types";

const code = "completion_refused";
const opening = "Not accepted: the log does not support your claims.";
const claimsNamed = 20;
const maxClaimLength = 200;

/**
 * Why a completion is not accepted, or undefined. Refused once only: if the model insists, the completion is accepted
 * and the result shows the verdicts.
 */
export function completionRefusal(evidence: readonly Evidence[], wasRefusedBefore: boolean): ToolFailure | undefined {
  const wrong = evidence.filter(isAgainstLog);
  if (wasRefusedBefore || wrong.length === 0) return undefined;
  const lines = wrong
    .slice(0, claimsNamed)
    .map((item) => `- ${item.claim.slice(0, maxClaimLength)}: ${adviceOn(item)}`);
  const more = wrong.length - claimsNamed;
  return new ToolFailure(
    code,
    [opening, ...lines, ...(more > 0 ? [`… and ${more} more.`] : []), "Then complete again."].join("\n"),
  );
}

/** Whether the end of a call is such a refusal; completions are also refused for other reasons. */
export function isClaimRefusal(end: EventOf<"tool.end">): boolean {
  return end.code === code && end.content.startsWith(opening);
}

function isAgainstLog({ verdict }: Evidence): boolean {
  return verdict === "contradicted" || verdict === "stale";
}

function adviceOn({ verdict, why, command }: Evidence): string {
  if (verdict === "stale") return `${why}. Run it again, or leave the claim out.`;
  const remedy = command === undefined ? "Write the file" : "Run it until it succeeds, exactly as you claim it";
  return `${why}. ${remedy}, or leave the claim out.`;
}
