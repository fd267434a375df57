import { ContextMeter } from "./context-meter.ts";
import type { ContextPorts } from "./context-ports.ts";
import { PrefixWatch } from "./prefix-watch.ts";

/** What a process remembers of a task's requests. Nothing of it is needed to go on with the task. */
export class RequestMemory {
  readonly meter: ContextMeter;
  readonly prefix = new PrefixWatch();
  /** As the vendor said it when it refused a request. */
  learnedWindow: number | undefined;

  constructor(context?: ContextPorts) {
    this.meter = new ContextMeter(context && ((text) => context.estimateTokens(text)));
  }
}
