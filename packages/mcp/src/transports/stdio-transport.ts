import { setTimeout as sleep } from "node:timers/promises";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { type ProcessStart, startWatched, type WatchedProcess } from "../process/watched-process.ts";
import { LineSplitter, readWords } from "./line-splitter.ts";

export interface StdioTransportOptions {
  readonly start: ProcessStart;
  /** What it says beside the protocol: on its error stream, or in between on the other. */
  readonly onWords: (words: string, stream: "stderr" | "stdout") => void;
  readonly onEnd?: () => void;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const maxMessageLength = 32 * 1024 * 1024;
/** What is still in the pipe when a server has ended, while something that it left behind holds the pipe. */
const lastWordsMs = 200;
const patienceMs = 1_000;
const maxEndMs = 4_000;

/** Messages over the standard streams of a process. It ends with us, and with it all that it has started. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #options: StdioTransportOptions;
  readonly #lines = new LineSplitter({ longest: maxMessageLength });
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

  /** How the process ended by itself; undefined while it runs, and when we ended it. */
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
    if (child.stderr) readWords(child.stderr, (line) => this.#options.onWords(line, "stderr"));
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
    // A pipe is closed before its process has ended; how that ends is what a person wants to know.
    await Promise.race([this.#closed.promise, sleep(patienceMs, undefined, { ref: false })]);
    throw new Error("The server's process has ended.");
  }

  /** Lets it end by itself, as the protocol wants it, then ends it. */
  async close(): Promise<void> {
    if (!this.#process) return;
    if (!this.#end) this.#isClosing = true;
    this.#process.child.stdin?.end();
    await Promise.race([this.#closed.promise, sleep(patienceMs, undefined, { ref: false })]);
    this.#process.end();
    await Promise.race([this.#closed.promise, sleep(maxEndMs, undefined, { ref: false })]);
  }

  /** For a process about to exit: what is left ends without us. */
  closeNow(): void {
    this.#process?.end();
  }

  #read(chunk: Uint8Array): void {
    for (const line of this.#lines.push(chunk)) {
      // Nothing was found that a server prints by mistake and that begins like a message.
      if (!line.trimStart().startsWith("{")) {
        if (line.trim() !== "") this.#options.onWords(line, "stdout");
        continue;
      }
      this.#deliver(line);
    }
    if (this.#lines.excess === 0) return;
    this.#options.onWords(`A message of more than ${maxMessageLength} bytes: the connection is ended.`, "stdout");
    this.#process?.end();
  }

  #deliver(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#options.onWords(line, "stdout");
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
        sleep(lastWordsMs, undefined, { ref: false }),
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
