// A door of its own: only who runs evals or serves several machines needs it.
export type { Bus, BusListener } from "./bus/bus.ts";
export { MemoryBus } from "./bus/memory-bus.ts";
export { type BusOptions, openBus } from "./bus/open-bus.ts";
