/** Version of the event log's format, written into every `task.start`. Logs of every version can always be loaded. */
export const logFormat = 1;
