/** A function whose work is done at its first call; later calls get the same. A failure is not kept. */
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
