import type { Verification } from "@roo-code/types";

/** Beside `completed` a bare "failed" would read as the opposite. */
export const verificationWords: Readonly<Record<Verification, string>> = {
  verified: "verified",
  unverified: "unverified",
  failed: "failed to verify",
};
