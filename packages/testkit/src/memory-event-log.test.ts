import { eventLogCases } from "./event-log-cases.ts";
import { MemoryEventLog } from "./memory-event-log.ts";

eventLogCases("MemoryEventLog", (clock) => new MemoryEventLog(clock));
