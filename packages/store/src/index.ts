export { FileEventLog, type FileEventLogOptions } from "./file-event-log.ts";
export type { Holder } from "./holder.ts";
