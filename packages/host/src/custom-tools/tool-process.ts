import { setTimeout as sleep } from "node:timers/promises";
import { ToolFailure } from "@roo-code/types";
import { childEnvironment, type LocalWorkspace } from "@roo-code/workspace";
import type { ExtensionStart } from "../extension-process.ts";
import type { CallContext, ToolReply } from "./process/protocol.ts";
import { findToolProgram, ToolConnection } from "./tool-connection.ts";

export interface ToolProcessOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Holds it to what the task may do. */
  readonly confinement?: Confinement;
  /** Where the files are that it loads. */
  readonly readable?: readonly string[];
  /** How long a call is waited for before the process is ended. */
  readonly callTimeoutMs?: number;
  /** The same for loading a file. */
  readonly loadTimeoutMs?: number;
}

/** Of programs that serve a task: a `LocalWorkspace`. */
export type Confinement = Pick<LocalWorkspace, "confinesPrograms" | "confineProgram">;

export interface CustomCall {
  readonly file: string;
  readonly tool: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

const defaultCallTimeoutMs = 60_000;
const defaultLoadTimeoutMs = 10_000;
/** For Node itself to start, on a machine that is busy with other work. */
const startTimeoutMs = 30_000;
/** How long a call that was told to stop may take to do so. */
const stopGraceMs = 300;

/**
 * The process in which a task's custom tools run, begun with the first request. One that crashed or had to be ended is
 * followed by a new one with the next request.
 */
export class ToolProcess {
  readonly #options: ToolProcessOptions;
  #connection: ToolConnection | undefined;
  #isConfined = false;
  #report: ((text: string) => void) | undefined;
  #isDisposed = false;

  constructor(options: ToolProcessOptions) {
    this.#options = options;
  }

  /** What a file says of its tools, unchecked. Throws what kept it from being loaded. */
  async describe(file: string): Promise<unknown> {
    const timeoutMs = this.#options.loadTimeoutMs ?? defaultLoadTimeoutMs;
    const reply = await this.#ask({ type: "describe", file }, { timeoutMs, signal: undefined });
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  }

  /** Throws `ToolFailure` for what the tool refuses, and any other error when its process is lost. */
  async call({ signal, report, ...call }: CustomCall): Promise<string> {
    const timeoutMs = this.#options.callTimeoutMs ?? defaultCallTimeoutMs;
    this.#report = report;
    try {
      const reply = await this.#ask({ type: "call", ...call }, { timeoutMs, signal });
      if (!reply.ok) throw new ToolFailure(reply.code, reply.message || `${call.tool} failed without a word.`);
      return typeof reply.value === "string" ? reply.value : "";
    } finally {
      this.#report = undefined;
    }
  }

  /** Ends the process until the next request: a task that never comes to be must not be kept alive by it. */
  async rest(): Promise<void> {
    await this.#connection?.end();
    this.#connection = undefined;
  }

  /** Ends the process for good. May be called twice. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.rest();
  }

  /** The same at once, for a process about to exit. */
  disposeNow(): void {
    this.#isDisposed = true;
    this.#connection?.endNow();
  }

  async #ask(
    body: Parameters<ToolConnection["request"]>[0],
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<ToolReply> {
    signal?.throwIfAborted();
    const connection = await this.#connect();
    await this.#within(connection, connection.ready, { timeoutMs: startTimeoutMs, signal });
    const { id, reply } = connection.request(body);
    return this.#within(connection, reply, { timeoutMs, signal, onGivenUp: () => connection.cancel(id) });
  }

  /** What is waited for, unless time is up or the task is stopped: then the process ends with all that runs in it. */
  async #within<Value>(
    connection: ToolConnection,
    work: Promise<Value>,
    { timeoutMs, signal, onGivenUp }: { timeoutMs: number; signal: AbortSignal | undefined; onGivenUp?: () => void },
  ): Promise<Value> {
    const patience = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const settled = work.then((value) => ({ value }));
    const given = await Promise.race([settled, aborted(patience)]);
    if (given) return given.value;
    onGivenUp?.();
    const late = onGivenUp && (await Promise.race([settled.catch(() => undefined), farewell()]));
    // A call that stops when it is told to leaves the process fit for the next.
    if (!late) await connection.end();
    signal?.throwIfAborted();
    throw new Error(`it took longer than ${timeoutMs / 1000} s and was ended.`);
  }

  /** One that was begun when the task might do more, or less, is of no use any more. */
  async #connect(): Promise<ToolConnection> {
    const isConfined = this.#options.confinement?.confinesPrograms ?? false;
    if (this.#isConfined !== isConfined) await this.rest();
    const known = this.#connection;
    if (known && !known.isOver) return known;
    const start = await this.#start(isConfined);
    if (this.#isDisposed) throw new Error("the task is over.");
    this.#isConfined = isConfined;
    this.#connection = new ToolConnection({ ...start, onOutput: (text) => this.#report?.(text) });
    return this.#connection;
  }

  async #start(isConfined: boolean): Promise<Omit<ExtensionStart, "stdio">> {
    const { cwd, environment, confinement, readable = [] } = this.#options;
    const { program, arguments: args, readable: own } = findToolProgram();
    if (!isConfined || !confinement) return { program, arguments: args, cwd, environment };
    const start = await confinement.confineProgram({
      program,
      arguments: args,
      cwd,
      environment: childEnvironment(environment),
      isTerminal: false,
      hearsEnd: false,
      hasThird: true,
      readable: [...own, ...readable],
    });
    return { ...start, isSandbox: true };
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function farewell(): Promise<undefined> {
  return sleep(stopGraceMs, undefined, { ref: false });
}
