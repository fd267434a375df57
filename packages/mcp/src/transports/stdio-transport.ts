import { setTimeout as sleep } from "node:timers/promises";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { type ProcessStart, startWatched, type WatchedProcess } from "../process/watched-process.ts";
import { LineSplitter, readOutput } from "./line-splitter.ts";

export interface StdioTransportOptions {
  readonly start: ProcessStart;
  /** A line outside the protocol: on stderr, or between messages on stdout. */
  readonly onOutput: (line: string, stream: "stderr" | "stdout") => void;
  readonly onEnd?: () => void;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const maxMessageLength = 32 * 1024 * 1024;
/** How long to read on after a server has exited: a process that it left running may hold the pipe open. */
const drainMs = 200;
const exitGraceMs = 1_000;
const killTimeoutMs = 4_000;

/** Messages over the standard streams of a process, which ends with us together with everything it started. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #options: StdioTransportOptions;
  readonly #lines = new LineSplitter({ maxLength: maxMessageLength });
  readonly #closed = Promise.withResolvers<void>();
  #process: WatchedProcess | undefined;
  #end: ProcessEnd | undefined;
  #isClosing = false;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.child.pid;
  }

  /** How the process ended by itself; undefined while it runs, and if we ended it. */
  get end(): ProcessEnd | undefined {
    return this.#isClosing ? undefined : this.#end;
  }

  async start(): Promise<void> {
    const watched = startWatched(this.#options.start);
    const { child } = watched;
    this.#process = watched;
    child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stdout?.on("error", () => {});
    child.stdin?.on("error", () => {});
    if (child.stderr) readOutput(child.stderr, (line) => this.#options.onOutput(line, "stderr"));
    child.once("exit", (code, signal) => void this.#ended({ code, signal }));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        reject(error);
        void this.#ended({ code: null, signal: null });
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#process?.child ?? {};
    const isSent =
      !this.#end &&
      stdin?.writable === true &&
      (await new Promise<boolean>((resolve) => {
        stdin.write(serializeMessage(message), (error) => resolve(!error));
      }));
    if (isSent) return;
    // The pipe closes before the process has exited; the exit code explains the failure.
    await Promise.race([this.#closed.promise, sleep(exitGraceMs, undefined, { ref: false })]);
    throw new Error("The server's process has ended.");
  }

  /** Closes stdin and lets the process exit, as the protocol requires, then kills it. */
  async close(): Promise<void> {
    if (!this.#process) return;
    if (!this.#end) this.#isClosing = true;
    this.#process.child.stdin?.end();
    await Promise.race([this.#closed.promise, sleep(exitGraceMs, undefined, { ref: false })]);
    this.#process.end();
    await Promise.race([this.#closed.promise, sleep(killTimeoutMs, undefined, { ref: false })]);
  }

  /** For a process about to exit: the watcher does the rest. */
  closeNow(): void {
    this.#process?.end();
  }

  #read(chunk: Uint8Array): void {
    for (const line of this.#lines.push(chunk)) {
      // No known server prints lines by mistake that begin like a message.
      if (!line.trimStart().startsWith("{")) {
        if (line.trim() !== "") this.#options.onOutput(line, "stdout");
        continue;
      }
      this.#deliver(line);
    }
    if (this.#lines.excess === 0) return;
    this.#options.onOutput(`A message is longer than ${maxMessageLength} bytes: the connection was closed.`, "stdout");
    this.#process?.end();
  }

  #deliver(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#options.onOutput(line, "stdout");
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #ended(end: ProcessEnd): Promise<void> {
    if (this.#end) return;
    this.#end = end;
    const { stdout } = this.#process?.child ?? {};
    if (stdout && !stdout.readableEnded) {
      await Promise.race([
        new Promise((resolve) => stdout.once("end", resolve)),
        sleep(drainMs, undefined, { ref: false }),
      ]);
    }
    stdout?.destroy();
    this.#process?.child.stderr?.destroy();
    this.#process?.end();
    this.#closed.resolve();
    this.#options.onEnd?.();
    this.onclose?.();
  }
}
