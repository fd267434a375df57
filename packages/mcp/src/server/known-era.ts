import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { isRecord } from "../catalog/canonical-json.ts";

/** A server that was upgraded still answers in the old way, so that what was found out must not be believed for ever. */
const horizonMs = 24 * 3_600_000;

/** What was found out of a server's revision of the protocol, if that is not too long ago. */
export function knownEra(era: { at: number; prior?: unknown } | undefined, now: number): PriorDiscovery | undefined {
  if (!era || !isRecord(era.prior) || Math.abs(now - era.at) > horizonMs) return undefined;
  if (era.prior.kind === "legacy") return { kind: "legacy" };
  // Written by us; the SDK looks at it again.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return era.prior.kind === "modern" ? (era.prior as PriorDiscovery) : undefined;
}
