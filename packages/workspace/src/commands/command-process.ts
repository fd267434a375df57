import { constants } from "node:os";

export interface ProcessEnd {
  /** null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The shell has exited, but other processes are still running in its sandbox. */
  readonly leavesOthers?: boolean;
}

/** The shell of one command, with its input and output. Leader of its own session and process group. */
export interface CommandProcess {
  readonly pid: number;
  /** How the shell ended. Never rejects; all of its output has been passed on by then. */
  readonly exited: Promise<ProcessEnd>;
  /** The started process has ended, and with it any sandbox. Never rejects. */
  readonly gone: Promise<unknown>;
  /** No process can print any more. Never rejects. */
  readonly closed: Promise<void>;
  /** Sends input; has no effect if it no longer reads. */
  write(text: string): void;
  closeInput(): void;
  /** Lets our own process exit before it. */
  release(): void;
}

export interface ProcessStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Whether descriptor 3 receives the exit code of a shell that leaves other processes running. */
  readonly usesStatusPipe?: boolean;
  /** Called with each chunk, which must not be retained. */
  take(chunk: Uint8Array): void;
}

/** The name of a signal, as in `child_process`. */
export function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
