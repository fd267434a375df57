/** How often a property is tried: quickly with every change, thoroughly at night. */
export const propertyRuns = process.env.ROO_TEST_NIGHTLY ? 2_000 : 50;
/** Nights are long. */
export const propertyTimeoutMs = process.env.ROO_TEST_NIGHTLY ? 1_800_000 : 30_000;
