import { type Clock, systemErrorCode } from "@roo-code/types";

/** Failures of the moment: the machine was short of something, and nothing was wrong with the call. */
const passing: ReadonlySet<string | undefined> = new Set([
  "EAGAIN",
  "EBUSY",
  "EINTR",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ETXTBSY",
]);
const delaysMs = [50, 200, 800];

/** For calls that only look: one that had an effect is never repeated by itself. */
export async function retryRead<Result>(
  read: () => Promise<Result>,
  options: { clock: Clock; signal: AbortSignal },
): Promise<Result> {
  for (const delay of delaysMs) {
    try {
      return await read();
    } catch (error) {
      if (!passing.has(systemErrorCode(error))) throw error;
      await options.clock.sleep(delay, options.signal);
      options.signal.throwIfAborted();
    }
  }
  return read();
}
