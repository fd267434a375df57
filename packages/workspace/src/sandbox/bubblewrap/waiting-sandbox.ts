import { closeSync, readSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import type { CommandProcess, ProcessEnd } from "../../commands/command-process.ts";
import type { CommandIo } from "../sandbox.ts";
import type { Launched } from "./launcher.ts";

/** More than a pipe's capacity: after this many bytes, everything in it when the shell exited has been read. */
const maxDrained = 1024 * 1024;

/** A sandbox started in advance; runs exactly one command. */
export class WaitingSandbox {
  readonly #launched: Launched;
  readonly #status: Socket;
  /** Resolves to whether it is ready for its command. */
  readonly ready: Promise<boolean>;
  #isUsed = false;

  constructor(launched: Launched, options: { readonly signal: AbortSignal }) {
    this.#launched = launched;
    const { status, guards } = launched.pipes;
    this.#status = new Socket({ fd: status, readable: true, writable: false });
    this.#status.on("error", () => undefined).unref();
    this.ready = new Promise<boolean>((resolve) => {
      this.#status.once("data", (chunk: Buffer) => resolve(String(chunk).startsWith("ready")));
      this.#status.once("close", () => resolve(false));
      options.signal.addEventListener("abort", () => resolve(false), { once: true });
    }).then((isReady) => {
      // Our write ends are no longer needed, and would keep the pipes from closing.
      for (const guard of guards) closeSync(guard);
      if (!isReady) this.discard();
      return isReady;
    });
  }

  /** Call once, when ready. `commandText`: for the first process in the sandbox. */
  run(commandText: string, io: CommandIo): CommandProcess {
    const take = (chunk: Uint8Array): void => io.take(chunk);
    this.#isUsed = true;
    const { pipes, pid } = this.#launched;
    const output = new Socket({ fd: pipes.output, readable: true, writable: false });
    output.on("data", take).on("error", () => undefined);
    const input = new Socket({ fd: pipes.input, readable: false, writable: true });
    input.on("error", () => undefined);
    const { ended, gone } = this.#listen();
    const closed = Promise.withResolvers<void>();
    output.once("close", () => closed.resolve());
    const exited = ended.then((end) => {
      if (!output.destroyed) drain(pipes.output, take);
      // Only bubblewrap itself still has the pipe open, and it prints nothing.
      if (!end.leavesOthers) output.destroy();
      return end;
    });
    this.#status.once("close", () => this.#launched.release());
    send(pipes.command, commandText);
    if (!io.hasInput) input.destroy();
    this.#status.ref();
    return {
      pid,
      exited,
      gone,
      closed: closed.promise,
      write: (text) => input.write(text),
      closeInput: () => input.destroy(),
      release: () => {
        for (const stream of [output, input, this.#status]) stream.unref();
      },
    };
  }

  /** For a sandbox that gets no command: it exits by itself. May be called twice. */
  discard(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    const { input, output, command } = this.#launched.pipes;
    for (const descriptor of [input, output, command]) closeSync(descriptor);
    this.#status.once("close", () => this.#launched.release());
  }

  /** `ended`: the command has exited. `gone`: so has everything it started. */
  #listen(): { ended: Promise<ProcessEnd>; gone: Promise<void> } {
    const killed: ProcessEnd = { exitCode: null, signal: "SIGKILL" };
    const [ended, gone] = [Promise.withResolvers<ProcessEnd>(), Promise.withResolvers<void>()];
    let received = "";
    this.#status.on("data", (chunk: Buffer) => {
      received += String(chunk);
      const [, kind, code] = /^(end|left) (\d+)\n/m.exec(received) ?? [];
      if (kind === undefined) return;
      ended.resolve({ exitCode: Number(code), signal: null, leavesOthers: kind === "left" || undefined });
      if (kind === "end") gone.resolve();
    });
    this.#status.once("close", () => {
      ended.resolve(killed);
      gone.resolve();
    });
    return { ended: ended.promise, gone: gone.promise };
  }
}

/** What does not fit into the pipe is written as the shell reads. */
function send(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  const written = tryWrite(descriptor, bytes);
  if (written === bytes.length) return closeSync(descriptor);
  const rest = new Socket({ fd: descriptor, readable: false, writable: true });
  rest.on("error", () => undefined);
  rest.write(bytes.subarray(written), () => rest.destroy());
}

function tryWrite(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch {
    return 0;
  }
}

/** Reads what is in the pipe right now: other processes may keep it open, so its end may never come. */
function drain(descriptor: number, take: (chunk: Uint8Array) => void): void {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (let total = 0; total < maxDrained; ) {
    const length = tryRead(descriptor, chunk);
    if (length === 0) return;
    take(chunk.subarray(0, length));
    total += length;
  }
}

function tryRead(descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk);
  } catch {
    return 0;
  }
}
