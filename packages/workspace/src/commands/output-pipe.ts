import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface OutputPipe {
  /** File descriptor that we read; non-blocking. */
  readonly readEnd: number;
  /** File descriptor for the child's stdout and stderr: one pipe, which keeps their order. */
  readonly writeEnd: number;
}

const ahead = { first: 8, later: 24 };

/**
 * Real pipes: Node's own are sockets, on which `echo x > /dev/stderr` fails. Creating one takes a process, so several
 * are created at a time, in advance. Nothing of them is in the file system.
 */
export class OutputPipes {
  #ready: OutputPipe[] = [];
  #making: Promise<void> | undefined;
  #waiting = 0;
  #ahead = ahead.first;
  #isDisposed = false;

  /** The caller closes both ends. */
  async take(): Promise<OutputPipe> {
    for (;;) {
      const pipe = this.#ready.pop();
      if (this.#ready.length < 2) this.#make().catch(() => undefined);
      if (pipe) return pipe;
      this.#waiting += 1;
      await this.#make().finally(() => (this.#waiting -= 1));
    }
  }

  /** May be called twice. */
  dispose(): void {
    this.#isDisposed = true;
    for (const { readEnd, writeEnd } of this.#ready.splice(0)) {
      closeSync(readEnd);
      closeSync(writeEnd);
    }
  }

  #make(): Promise<void> {
    this.#making ??= makePipes(this.#ahead + this.#waiting)
      .then((pipes) => {
        this.#ahead = ahead.later;
        this.#ready.push(...pipes);
        if (this.#isDisposed) this.dispose();
      })
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
  }
}

let shared: OutputPipes | undefined;
let users = 0;

/** One supply for all command runners of this process, disposed with the last of them. */
export function sharePipes(): { readonly pipes: OutputPipes; readonly release: () => void } {
  users += 1;
  shared ??= new OutputPipes();
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    users -= 1;
    if (users > 0) return;
    shared?.dispose();
    shared = undefined;
  };
  return { pipes: shared, release };
}

async function makePipes(count: number): Promise<readonly OutputPipe[]> {
  const folder = mkdtempSync(join(tmpdir(), "roo-pipes-"));
  try {
    const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await promisify(execFile)("mkfifo", ["-m", "600", ...paths]);
    return paths.map((path) => ({
      readEnd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      writeEnd: openSync(path, constants.O_WRONLY),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
