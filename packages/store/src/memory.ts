// A separate entry point: only programs that store nothing on disk need it.
export { MemoryEventLog } from "./memory/memory-event-log.ts";
