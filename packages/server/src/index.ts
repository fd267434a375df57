export { createLog, type Log, type LogFormat } from "./operations/log.ts";
export { type RunningServer, type ServerOptions, startServer } from "./start-server.ts";
