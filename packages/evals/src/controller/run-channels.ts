/** Where news of a run is told, by Roo Code's names. */
export const eventsChannel = (runId: number) => `evals:${runId}`;
export const runnersSet = (runId: number) => `runners:${runId}`;
export const heartbeatKey = (runId: number) => `heartbeat:${runId}`;
