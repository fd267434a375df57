import type { Clock, CommandProfile, SecretStore } from "@roo-code/types";
import type { ProcessStart } from "./process/watched-process.ts";

/** A value with its variables filled in. */
export interface Filled {
  readonly value: unknown;
  /** Variables that are not set. */
  readonly unknown: readonly string[];
  /** The values of the variables: redacted in logs. */
  readonly inserted: readonly string[];
}

export interface ConfinedStart {
  readonly start: ProcessStart;
  /** To be called after the last process has ended. Never rejects. */
  release(): Promise<void>;
}

/** What the hub needs from the host. */
export interface HubPorts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly version: string;
  /** The folder that servers get as their root. */
  readonly workspace: string;
  /** The environment of a server's process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Holds a file per server with what is known about it across processes. */
  readonly recordFolder: string;
  readonly logFolder: string;
  readonly fill: (value: unknown) => Filled;
  /** Whether the user has accepted the project's configuration as it is now. */
  readonly isTrusted: () => boolean;
  readonly secrets: () => Promise<SecretStore>;
  /** Sandboxes a process; undefined where this machine cannot. */
  readonly confine?: (start: ProcessStart, profile: CommandProfile) => Promise<ConfinedStart | undefined>;
  /** Calls back when files change, until disposed. Does not keep the process alive. */
  readonly watch: (paths: readonly string[], onChange: () => void) => { dispose(): void };
}
