/** Its time was up; whatever it was may still go on. */
export class DeadlinePassed extends Error {}

/** Settles with the promise, or rejects when time or patience runs out first. */
export async function withDeadline<T>(
  promise: Promise<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      end();
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const timer = setTimeout(() => {
      end();
      reject(new DeadlinePassed(`not done within ${timeoutMs} ms`));
    }, timeoutMs);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(end);
  });
}
