import { loadTextFiles } from "./text-loader.ts";

/** The overhead of the queue, leases and results. */
export async function run(): Promise<void> {
  loadTextFiles();
  const { measureEvals } = await import("./evals-trials.ts");
  await measureEvals();
}
