// For programs that store nothing on disk.
export { MemoryEventLog } from "@roo-code/store/memory";
