import type { ContextPorts } from "../ports.ts";
import { ContextMeter } from "./context-meter.ts";
import { PrefixWatch } from "./prefix-watch.ts";

/** What a process remembers about a task's requests. A resumed task does without it. */
export class RequestMemory {
  readonly meter: ContextMeter;
  readonly prefix = new PrefixWatch();
  /** From a refused request. */
  learnedWindow: number | undefined;

  constructor(context?: ContextPorts) {
    this.meter = new ContextMeter(context && ((text) => context.estimateTokens(text)));
  }
}
