import {
  type Claim,
  type EventOf,
  type Evidence,
  ToolFailure,
  type Verification,
  type WorkspaceFiles,
} from "@roo-code/types";
import type { EvidenceLedger } from "./evidence-ledger.ts";

/** Checks a completion's claims against the log and the disk. Throws `ToolFailure` the first time they do not hold. */
export async function checkCompletion(
  claims: readonly Claim[],
  {
    ledger,
    filesChanged,
    files,
  }: { ledger: EvidenceLedger; filesChanged: Iterable<string>; files: Pick<WorkspaceFiles, "stat"> },
): Promise<{ evidence: Evidence[]; verification: Verification | undefined }> {
  const missing = await missingPaths(claims, files);
  const judged = ledger.judge(claims, { filesChanged, missing });
  const refusal = completionRefusal(judged.evidence, ledger.wasRefused);
  if (refusal) throw refusal;
  return judged;
}

/** Claimed paths, as written, that do not exist. A path that may not be accessed counts as existing. */
export async function missingPaths(
  claims: readonly Claim[],
  files: Pick<WorkspaceFiles, "stat">,
): Promise<ReadonlySet<string>> {
  const paths = new Set(claims.flatMap(({ path }) => path?.trim() || []));
  const missing = await Promise.all(
    [...paths].map(async (path) => {
      const exists = await files.stat(path).then(
        (stat) => stat !== undefined,
        () => true,
      );
      return exists ? [] : [path];
    }),
  );
  return new Set(missing.flat());
}

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
