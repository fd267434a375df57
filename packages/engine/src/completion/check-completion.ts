import {
  type Claim,
  type EventOf,
  type Evidence,
  ToolFailure,
  type Verification,
  type WorkspaceFiles,
} from "@roo-code/types";
import type { EvidenceLedger } from "./evidence-ledger.ts";

/** Holds a completion's claims against the log and the disk. Throws `ToolFailure` the first time they do not stand. */
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

/** Claimed paths, as they are claimed, at which nothing is now. A path that may not be looked at is not among them. */
export async function missingPaths(
  claims: readonly Claim[],
  files: Pick<WorkspaceFiles, "stat">,
): Promise<ReadonlySet<string>> {
  const given = new Set(claims.flatMap(({ path }) => path?.trim() || []));
  const looked = await Promise.all(
    [...given].map(async (path) => {
      const isThere = await files.stat(path).then(
        (stat) => stat !== undefined,
        () => true,
      );
      return isThere ? [] : [path];
    }),
  );
  return new Set(looked.flat());
}

const code = "completion_refused";
const opening = "Not accepted: the log does not bear out what you claim.";
const claimsNamed = 20;
const maxClaimLength = 200;

/**
 * Why a completion is not accepted, or undefined. Once: a model that insists is taken at its word, and the verdicts
 * are told to whoever reads the result.
 */
export function completionRefusal(evidence: readonly Evidence[], wasRefusedBefore: boolean): ToolFailure | undefined {
  const wrong = evidence.filter(isAgainstLog);
  if (wasRefusedBefore || wrong.length === 0) return undefined;
  const lines = wrong.slice(0, claimsNamed).map((one) => `- ${one.claim.slice(0, maxClaimLength)}: ${adviceOn(one)}`);
  const more = wrong.length - claimsNamed;
  return new ToolFailure(
    code,
    [opening, ...lines, ...(more > 0 ? [`… and ${more} more.`] : []), "Then complete again."].join("\n"),
  );
}

/** Whether the end of a call is such a refusal; completions are refused for other reasons, too. */
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
