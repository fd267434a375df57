import { isNightly } from "@roo-code/testkit/nightly";

/** How often a property is tried: quickly with every change, thoroughly at night. */
export const propertyRuns = isNightly ? 2_000 : 50;
/** Nights are long. */
export const propertyTimeoutMs = isNightly ? 1_800_000 : 30_000;
