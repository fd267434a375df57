import type { ApiChunk, ModelRequest } from "@roo-code/types";

/** Loading waits this long, unless the reply begins earlier, so that the request is sent first. */
const headStartMs = 25;
let isLoaded = false;

/** Repairs the calls of a reply; the code is loaded while the request is in progress, without delaying it. */
export async function* repairLazily(options: {
  readonly chunks: AsyncIterable<ApiChunk>;
  readonly request: ModelRequest;
  readonly model: { readonly provider: string; readonly model: string };
}): AsyncGenerator<ApiChunk> {
  const source = options.chunks[Symbol.asyncIterator]();
  try {
    const first = source.next();
    // The reader gets the failure later; this only prevents an unhandled rejection.
    const started = first.then(
      () => {},
      () => {},
    );
    if (!isLoaded) await Promise.race([started, afterHeadStart()]);
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

/** Not a generator, which would slow down every chunk of a long reply. */
function resume(first: Promise<IteratorResult<ApiChunk>>, source: AsyncIterator<ApiChunk>): AsyncIterable<ApiChunk> {
  let pending: Promise<IteratorResult<ApiChunk>> | undefined = first;
  const next = () => {
    const result = pending ?? source.next();
    pending = undefined;
    return result;
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
