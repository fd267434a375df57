import { ApiFailure } from "@roo-code/client";

const pausesMs = [300, 600, 1200, 2500, 5000, 5000, 5000, 5000];

/** For what changes nothing the second time: asks again until the server is there, for half a minute. */
export async function untilReached<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const pauseMs of pausesMs)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return ask();
}
