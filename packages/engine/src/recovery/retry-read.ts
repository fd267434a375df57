import { type Clock, systemErrorCode } from "@roo-code/types";

/** Temporary failures: the machine was short of a resource. */
const transientCodes: ReadonlySet<string | undefined> = new Set([
  "EAGAIN",
  "EBUSY",
  "EINTR",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ETXTBSY",
]);
const delaysMs = [50, 200, 800];

/** For read-only calls: one with an effect is never repeated automatically. */
export async function retryRead<Result>(
  read: () => Promise<Result>,
  options: { clock: Clock; signal: AbortSignal },
): Promise<Result> {
  for (const delay of delaysMs) {
    try {
      return await read();
    } catch (error) {
      if (!transientCodes.has(systemErrorCode(error))) throw error;
      await options.clock.sleep(delay, options.signal);
      options.signal.throwIfAborted();
    }
  }
  return read();
}
