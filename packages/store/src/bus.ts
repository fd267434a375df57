// A separate entry point: only evals and servers on several machines need it.
export type { Bus, BusListener } from "./bus/bus.ts";
export { MemoryBus } from "./bus/memory-bus.ts";
export { type BusOptions, openBus } from "./bus/open-bus.ts";
