/** Version of the event log's format, written into every `task.start`. Logs of every version load for ever. */
export const logFormat = 1;
