import { type Claim, type Evidence, type Verification, type WorkspaceFiles } from "@roo-code/types";
import { completionRefusal } from "./completion-refusal.ts";
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
async function missingPaths(
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
