/** Runs the work on the first call; later calls get the same promise. After a failure the next call tries again. */
export function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= work().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}
