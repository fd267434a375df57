/** Runs the work at the first call; later calls get the same promise. A failure is not remembered. */
export function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let doing: Promise<Value> | undefined;
  return () => {
    doing ??= work().catch((error: unknown) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
}
