export { createLog } from "./operations/log.ts";
export { startServer } from "./start-server.ts";
