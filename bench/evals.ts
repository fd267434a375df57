import { loadTextFiles } from "./text-loader.ts";

/** What the queue, its leases and its results cost beside the work itself. */
export async function run(): Promise<void> {
  loadTextFiles();
  const { measureEvals } = await import("./evals-trials.ts");
  await measureEvals();
}
