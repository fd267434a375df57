import { eventLogCases } from "@roo-code/testkit/event-log-cases";
import { MemoryEventLog } from "./memory-event-log.ts";

eventLogCases("MemoryEventLog", (clock) => new MemoryEventLog(clock));
