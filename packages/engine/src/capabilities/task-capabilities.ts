import { type Capabilities, type Mode, unlimited } from "@roo-code/types";
import { compileMode } from "./compile-mode.ts";
import { explainLimits } from "./explain-limits.ts";
import { childCeiling, within } from "./within.ts";

export interface CeilingParts {
  /** Of the task that it works for, of the program, and of the log; absent ones do not limit. */
  readonly ceilings: readonly (Capabilities | undefined)[];
  /** Whether commands can be kept from writing where a task may not. */
  readonly enforcesCommands: boolean;
}

/** What a task may do in its modes, within the one ceiling it has for all its life. */
export class TaskCapabilities {
  readonly ceiling: Capabilities;
  readonly #enforcesCommands: boolean;

  constructor({ ceilings, enforcesCommands }: CeilingParts) {
    this.ceiling = ceilings.reduce<Capabilities>((left, right) => (right ? within(left, right) : left), unlimited);
    this.#enforcesCommands = enforcesCommands;
  }

  /** Its own in a mode. */
  in(mode: Mode): Capabilities {
    const meant = within(compileMode(mode), this.ceiling);
    return this.#losesCommands(meant) ? withoutCommands(meant) : meant;
  }

  /** Of tasks that work for it. */
  ofChildren(mode: Mode): Capabilities {
    return childCeiling(mode, this.in(mode), this.ceiling);
  }

  /** What the model is told about what its mode would have and it has not; empty when that is nothing. */
  explain(mode: Mode): string {
    const meant = within(compileMode(mode), this.ceiling);
    return explainLimits(compileMode(mode), meant, { losesCommands: this.#losesCommands(meant) });
  }

  /** A command that nothing holds back writes wherever it likes. */
  #losesCommands({ exec, write }: Capabilities): boolean {
    return exec && write !== "all" && !this.#enforcesCommands;
  }
}

function withoutCommands(capabilities: Capabilities): Capabilities {
  return { ...capabilities, exec: false, groups: capabilities.groups.filter((group) => group !== "command") };
}
