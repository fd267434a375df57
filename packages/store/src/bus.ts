// A separate entry point: only evals and servers on several machines need it.
export type { Bus } from "./bus/bus.ts";
export { openBus } from "./bus/open-bus.ts";
