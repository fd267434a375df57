import { constants } from "node:os";

export interface ProcessEnd {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The shell is over and others go on in its sandbox. */
  readonly leavesOthers?: boolean;
}

/** The shell of one command, with what it prints and reads. Leads a session and a group of its own. */
export interface CommandProcess {
  readonly pid: number;
  /** How the shell ended. Never rejects; everything it had printed has been handed over by then. */
  readonly exited: Promise<ProcessEnd>;
  /** The process that was started is over, and with it a sandbox. Never rejects. */
  readonly gone: Promise<unknown>;
  /** Nobody can print any more. Never rejects. */
  readonly closed: Promise<void>;
  /** Gives it something to read; nothing happens when it reads no more. */
  write(text: string): void;
  /** Nothing more to read. */
  closeInput(): void;
  /** Our own process may end before it. */
  release(): void;
}

export interface ProcessStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Whether descriptor 3 tells the exit code of a shell that leaves other processes behind. */
  readonly usesStatusPipe?: boolean;
  /** Bytes as they come; not to be kept. */
  take(chunk: Uint8Array): void;
}

/** The name of a signal, as `child_process` gives it. */
export function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
