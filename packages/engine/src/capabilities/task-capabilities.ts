import {
  type Capabilities,
  type Mode,
  type TaskEvent,
  type ToolGroup,
  unlimited,
  type WriteCapability,
} from "@roo-code/types";
import type { TaskRecord } from "../task-record.ts";
import { explainLimits } from "./explain-limits.ts";
import { childCeiling, within } from "./within.ts";

interface TaskCapabilitiesOptions {
  readonly record: TaskRecord;
  /** The log when it was opened: it may hold a ceiling of its own. */
  readonly history: readonly TaskEvent[];
  /** The mode the task is opened in. */
  readonly mode: Mode;
  /** Every mode it can change to. */
  readonly modes: readonly Mode[];
  /** What it may do at most in any mode; absent ones do not limit. */
  readonly ceilings: readonly (Capabilities | undefined)[];
  /** Whether commands can be kept from writing where a task may not. If not, a mode that may not write everywhere has none. */
  readonly enforcesCommands: boolean;
}

/** The mode a task is in, and what it may do in each, within the one ceiling it has for all its life. */
export class TaskCapabilities {
  readonly ceiling: Capabilities;
  readonly hasCeiling: boolean;
  readonly #options: TaskCapabilitiesOptions;

  constructor(options: TaskCapabilitiesOptions) {
    const [first] = options.history;
    const ceilings = [...options.ceilings, first?.type === "task.start" ? first.ceiling : undefined];
    this.ceiling = ceilings.reduce<Capabilities>((left, right) => (right ? within(left, right) : left), unlimited);
    this.hasCeiling = ceilings.some((ceiling) => ceiling !== undefined);
    this.#options = options;
  }

  /** The mode the task is in now; the one it was opened in where its own does not exist any more. */
  get mode(): Mode {
    const { record, mode, modes } = this.#options;
    const current = record.state.mode;
    return current === mode.slug ? mode : (modes.find(({ slug }) => slug === current) ?? mode);
  }

  /** What the task may do now, by whatever tool. */
  get now(): Capabilities {
    return this.in(this.mode);
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
    return exec && write !== "all" && !this.#options.enforcesCommands;
  }
}

function withoutCommands(capabilities: Capabilities): Capabilities {
  return { ...capabilities, exec: false, groups: capabilities.groups.filter((group) => group !== "command") };
}

/** Groups whose tools reach other machines. */
const reachingOut: ReadonlySet<ToolGroup> = new Set(["command", "browser", "mcp"]);

/** What a mode allows by itself, before any ceiling. */
export function compileMode(mode: Mode): Capabilities {
  const groups = mode.groups.map(({ group }) => group);
  return {
    groups,
    write: writeOf(mode),
    exec: groups.includes("command"),
    network: groups.some((group) => reachingOut.has(group)) ? "all" : "none",
  };
}

function writeOf({ groups }: Mode): WriteCapability {
  const edit = groups.find(({ group }) => group === "edit");
  if (!edit) return "none";
  return edit.filePattern === undefined ? "all" : { patterns: [[edit.filePattern]] };
}
