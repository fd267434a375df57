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
  /** The log when it was opened: it may record a ceiling. */
  readonly history: readonly TaskEvent[];
  /** The initial mode. */
  readonly mode: Mode;
  /** Every mode it can switch to. */
  readonly modes: readonly Mode[];
  /** Upper bounds in any mode; absent ones do not limit. */
  readonly ceilings: readonly (Capabilities | undefined)[];
  /** Whether commands can be sandboxed to the files a task may write. If not, modes with restricted writes have no commands. */
  readonly enforcesCommands: boolean;
}

/** The current mode of a task, and its capabilities in each mode, within a ceiling that never changes. */
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

  /** The current mode; the initial one if the recorded mode no longer exists. */
  get mode(): Mode {
    const { record, mode, modes } = this.#options;
    const current = record.state.mode;
    return current === mode.slug ? mode : (modes.find(({ slug }) => slug === current) ?? mode);
  }

  /** What the task may do now, whichever tool it uses. */
  get now(): Capabilities {
    return this.in(this.mode);
  }

  /** The task's capabilities in a mode. */
  in(mode: Mode): Capabilities {
    const capabilities = within(compileMode(mode), this.ceiling);
    return this.#losesCommands(capabilities) ? withoutCommands(capabilities) : capabilities;
  }

  /** The ceiling of its subtasks. */
  ofChildren(mode: Mode): Capabilities {
    return childCeiling(mode, this.in(mode), this.ceiling);
  }

  /** What the mode would allow but the task may not do, for the model; empty if nothing. */
  explain(mode: Mode): string {
    const capabilities = within(compileMode(mode), this.ceiling);
    return explainLimits(compileMode(mode), capabilities, { losesCommands: this.#losesCommands(capabilities) });
  }

  /** An unsandboxed command could write anywhere. */
  #losesCommands({ exec, write }: Capabilities): boolean {
    return exec && write !== "all" && !this.#options.enforcesCommands;
  }
}

function withoutCommands(capabilities: Capabilities): Capabilities {
  return { ...capabilities, exec: false, groups: capabilities.groups.filter((group) => group !== "command") };
}

/** Groups whose tools use the network. */
const networkGroups: ReadonlySet<ToolGroup> = new Set(["command", "browser", "mcp"]);

/** What a mode allows by itself, before any ceiling. */
export function compileMode(mode: Mode): Capabilities {
  const groups = mode.groups.map(({ group }) => group);
  return {
    groups,
    write: writeOf(mode),
    exec: groups.includes("command"),
    network: groups.some((group) => networkGroups.has(group)) ? "all" : "none",
  };
}

function writeOf({ groups }: Mode): WriteCapability {
  const edit = groups.find(({ group }) => group === "edit");
  if (!edit) return "none";
  return edit.filePattern === undefined ? "all" : { patterns: [[edit.filePattern]] };
}
