import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface OutputPipe {
  readonly output: Socket;
  /** File descriptor for the child's stdout and stderr: one pipe, so that their order is kept. */
  readonly writeEnd: number;
  /** To be called once the child has its own copy. */
  closeWriteEnd(): void;
}

/** A real pipe. Node's own are sockets, on which `echo x > /dev/stderr` fails. */
export async function openOutputPipe(): Promise<OutputPipe> {
  const path = join(tmpdir(), `roo-output-${randomUUID()}`);
  await promisify(execFile)("mkfifo", ["-m", "600", path]);
  try {
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    const output = new Socket({ fd: readEnd, readable: true, writable: false });
    return { output, writeEnd, closeWriteEnd: () => closeSync(writeEnd) };
  } finally {
    await rm(path);
  }
}
