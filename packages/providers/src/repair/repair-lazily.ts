import type { ApiChunk, ModelRequest } from "@roo-code/types";

/** Repairs the calls of a reply with code that is loaded while the request is under way. */
export async function* repairLazily(options: {
  readonly chunks: AsyncIterable<ApiChunk>;
  readonly request: ModelRequest;
  readonly model: { readonly provider: string; readonly model: string };
}): AsyncGenerator<ApiChunk> {
  const source = options.chunks[Symbol.asyncIterator]();
  try {
    const first = source.next();
    // Whoever reads it gets the failure; it may come before that.
    first.catch(() => {});
    const [{ repairCalls }, { dialectMemory }] = await Promise.all([
      import("./repair-calls.ts"),
      import("./dialect-memory.ts"),
    ]);
    yield* repairCalls(resume(first, source), options.request, dialectMemory.of(options.model));
  } finally {
    await source.return?.();
  }
}

/** Without a generator of its own, which would cost every chunk of a long reply. */
function resume(first: Promise<IteratorResult<ApiChunk>>, source: AsyncIterator<ApiChunk>): AsyncIterable<ApiChunk> {
  let waiting: Promise<IteratorResult<ApiChunk>> | undefined = first;
  const next = () => {
    const result = waiting ?? source.next();
    waiting = undefined;
    return result;
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
