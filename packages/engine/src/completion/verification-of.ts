import type { Evidence, Verification } from "@roo-code/types";

/** What the verdicts come to. Without a claim there is something to verify only if something was done. */
export function verificationOf(
  evidence: readonly Evidence[],
  { didAnything }: { didAnything: boolean },
): Verification | undefined {
  if (evidence.length === 0) return didAnything ? "unverified" : undefined;
  if (evidence.some(({ verdict }) => verdict === "contradicted")) return "failed";
  return evidence.every(({ verdict }) => verdict === "shown") ? "verified" : "unverified";
}
