import type { ApiChunk, ModelRequest } from "@roo-code/types";

/** So long the code is not loaded unless the reply begins before: until then the request has left. */
const headStartMs = 25;
let isLoaded = false;

/** Repairs the calls of a reply with code that is loaded while the request is under way, and does not hold it up. */
export async function* repairLazily(options: {
  readonly chunks: AsyncIterable<ApiChunk>;
  readonly request: ModelRequest;
  readonly model: { readonly provider: string; readonly model: string };
}): AsyncGenerator<ApiChunk> {
  const source = options.chunks[Symbol.asyncIterator]();
  try {
    const first = source.next();
    // Whoever reads it gets the failure; it may come before that.
    const begun = first.then(
      () => {},
      () => {},
    );
    if (!isLoaded) await Promise.race([begun, afterHeadStart()]);
    const [{ repairCalls }, { dialectMemory }] = await Promise.all([
      import("./repair-calls.ts"),
      import("./dialect-memory.ts"),
    ]);
    isLoaded = true;
    yield* repairCalls(resume(first, source), options.request, dialectMemory.of(options.model));
  } finally {
    await source.return?.();
  }
}

function afterHeadStart(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, headStartMs).unref());
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
