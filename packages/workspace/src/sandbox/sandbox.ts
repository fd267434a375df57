import type { CommandProfile } from "@roo-code/types";
import type { CommandProcess } from "../commands/command-process.ts";
import type { CommandLimits } from "./limits.ts";
import type { Mount } from "./mounts.ts";

export type SandboxKind = "bubblewrap" | "seatbelt" | "container" | "none";

/** What of a profile holds on this machine, whatever a command does. */
export interface Enforcement {
  readonly kind: SandboxKind;
  /** Writes land only where they may, and what is hidden stays unread. */
  readonly files: boolean;
  /** Writes by pattern: over a copy, of which only what matches is kept. */
  readonly patterns: boolean;
  /** `none`, and lists of hosts. */
  readonly network: boolean;
  /** Processes end with their command, whatever they do. */
  readonly processes: boolean;
  /** Dangerous system calls are refused. */
  readonly calls: boolean;
  readonly limits: "cgroup" | "rlimit" | "none";
  /** What is not enforced, or enforced less well, and what to do about it. */
  readonly missing: readonly string[];
}

/** How a command is started without a sandbox. */
export interface PlainStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** It has a terminal. */
  readonly isTerminal: boolean;
  /** Descriptor 3 is open for the exit code of a shell that leaves other processes behind. */
  readonly hearsEnd: boolean;
  /** Descriptor 3 is the program's own. */
  readonly hasThird?: boolean;
  /** Files and folders of its own, read-only, wherever they are. */
  readonly readable?: readonly string[];
}

/** How it is started within one. */
export interface SandboxedStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Whether descriptor 3 tells the exit code of a shell that leaves other processes behind. */
  readonly tellsEnd: boolean;
  /** Starts the command in a sandbox that was ready for it, in place of `program`. To be called at once, and once. */
  launch?(io: CommandIo): CommandProcess;
  /** Notes on what the command printed and how it ended. Never throws. */
  notesOn(end: { readonly output: string; readonly isSuccess: boolean }): readonly string[];
  /** Whether the kernel killed any of it for its memory. Never throws. */
  ranOutOfMemory(): boolean;
  /** After its last process: keeps what may be kept. Gives notes on what was not. Never throws; called once. */
  leave(): Promise<readonly string[]>;
}

export interface CommandIo {
  /** Whether it may be given something to read. */
  readonly hasInput: boolean;
  /** Bytes as they come; not to be kept. */
  take(chunk: Uint8Array): void;
}

/** What a sandbox may differ in from the usual one. */
export interface SandboxStrictness {
  /** The usual ones where absent. */
  readonly limits?: Partial<CommandLimits>;
  /** Nothing that others left is there: an empty home, and nothing of a repository around the workspace. */
  readonly isSealed?: boolean;
  /** Kept from commands, wherever they are. */
  readonly hidden?: readonly string[];
  /** Shown at places of their own, as in a container. */
  readonly places?: readonly Mount[];
}

/** The sandbox of the commands of one workspace. */
export interface CommandSandbox {
  readonly enforcement: Enforcement;
  /** Throws `ToolFailure` `not_enforceable` for a profile that this machine cannot hold a command to. */
  enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart>;
  /** A command like this one will probably follow: resolves when it would be started without delay, or never will. */
  standBy?(start: PlainStart, profile: CommandProfile): Promise<void>;
  /** Paths that were written on purpose, by us: not the command's. */
  noteWritten(paths: readonly string[]): void;
  /** May be called twice. After the last command. */
  dispose(): void;
}
