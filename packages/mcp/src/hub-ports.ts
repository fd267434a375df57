import type { Clock, CommandProfile, SecretStore } from "@roo-code/types";
import type { ProcessStart } from "./process/watched-process.ts";

/** A value with its variables filled in. */
export interface Filled {
  readonly value: unknown;
  /** Variables that are not set. */
  readonly unknown: readonly string[];
  /** What was put in: kept from logs. */
  readonly inserted: readonly string[];
}

export interface ConfinedStart {
  readonly start: ProcessStart;
  /** After its last process. Never rejects. */
  leave(): Promise<void>;
}

/** What the hub needs of the rest of the program. */
export interface HubPorts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly version: string;
  /** The folder that servers are told of. */
  readonly workspace: string;
  /** All that a server's process sees of our environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where what is known of servers is kept from one process to the next, and their logs. */
  readonly recordFolder: string;
  readonly logFolder: string;
  readonly fill: (value: unknown) => Filled;
  /** Whether the project's configuration, as it is this very moment, was accepted by the person. */
  readonly isTrusted: () => boolean;
  readonly secrets: () => Promise<SecretStore>;
  /** Holds a process to a profile; undefined where this machine cannot. */
  readonly confine?: (start: ProcessStart, profile: CommandProfile) => Promise<ConfinedStart | undefined>;
  /** Calls back after changes to files, until it is disposed. Does not keep the process alive. */
  readonly watch: (paths: readonly string[], onChange: () => void) => { dispose(): void };
}
