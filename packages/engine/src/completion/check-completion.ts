import type { Claim, Evidence, Verification, WorkspaceFiles } from "@roo-code/types";
import { completionRefusal } from "./completion-refusal.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { missingPaths } from "./missing-paths.ts";

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
