import type { CommandProfile } from "@roo-code/types";
import type { CommandProcess } from "../commands/command-process.ts";
import type { CommandLimits } from "./limits.ts";
import type { Mount } from "./mounts.ts";

type SandboxKind = "bubblewrap" | "seatbelt" | "container" | "none";

/** What is enforced on this machine, whatever a command does. */
export interface Enforcement {
  readonly kind: SandboxKind;
  /** Writes only succeed where permitted, and hidden files cannot be read. */
  readonly files: boolean;
  /** Writes by pattern: on a copy, of which only matching files are kept. */
  readonly patterns: boolean;
  /** `none`, and lists of hosts. */
  readonly network: boolean;
  /** Processes end with their command, whatever they do. */
  readonly processes: boolean;
  /** Dangerous system calls are refused. */
  readonly calls: boolean;
  readonly limits: "cgroup" | "rlimit" | "none";
  /** What is not enforced, or only partly, and what to do about it. */
  readonly missing: readonly string[];
}

/** How a command is started without a sandbox. */
export interface PlainStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly isTerminal: boolean;
  /** Descriptor 3 receives the exit code of a shell that leaves other processes running. */
  readonly hasStatusPipe: boolean;
  /** The program itself uses descriptor 3. */
  readonly usesDescriptor3?: boolean;
  /** Additional files and folders that it may read. */
  readonly readable?: readonly string[];
}

/** How a command is started in a sandbox. */
export interface SandboxedStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Whether descriptor 3 receives the exit code of a shell that leaves other processes running. */
  readonly usesStatusPipe: boolean;
  /** Starts the command in a prepared sandbox, instead of `program`. Call immediately, and once. */
  launch?(io: CommandIo): CommandProcess;
  /** Notes on the command's output and exit. Never throws. */
  notesOn(end: { readonly output: string; readonly isSuccess: boolean }): readonly string[];
  /** Whether the kernel killed any of its processes because of memory. Never throws. */
  ranOutOfMemory(): boolean;
  /** After its last process: keeps the permitted changes. Returns notes on the others. Never throws; call once. */
  finish(): Promise<readonly string[]>;
}

export interface CommandIo {
  /** Whether it can be sent input. */
  readonly hasInput: boolean;
  /** Called with each chunk, which must not be retained. */
  take(chunk: Uint8Array): void;
}

/** How a sandbox differs from the default one. */
export interface SandboxStrictness {
  /** Overrides of the default limits. */
  readonly limits?: Partial<CommandLimits>;
  /** Nothing left by others is visible: an empty home, and no repository around the workspace. */
  readonly isSealed?: boolean;
  /** Hidden from commands. */
  readonly hidden?: readonly string[];
  /** Additional mounts, as in a container. */
  readonly extraMounts?: readonly Mount[];
}

/** The sandbox for the commands of one workspace. */
export interface CommandSandbox {
  readonly enforcement: Enforcement;
  /** Throws `ToolFailure` `not_enforceable` for a profile that this machine cannot enforce. */
  enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart>;
  /** Prepares for a command like this one: resolves when it can be started without delay, or never will be. */
  standBy?(start: PlainStart, profile: CommandProfile): Promise<void>;
  /** Paths that Roo wrote on purpose: not the command's. */
  noteWritten(paths: readonly string[]): void;
  /** May be called twice. After the last command. */
  dispose(): void;
}
