import { setTimeout as sleep } from "node:timers/promises";
import { ToolFailure } from "@roo-code/types";
import { childEnvironment, type LocalWorkspace } from "@roo-code/workspace";
import type { ExtensionStart } from "../extension-process.ts";
import type { CallContext, ToolReply } from "./process/protocol.ts";
import { findToolProgram, ToolConnection } from "./tool-connection.ts";

export interface ToolProcessOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Confines it to what the task may do. */
  readonly confinement?: Confinement;
  /** The folders of the files that it loads. */
  readonly readable?: readonly string[];
  /** How long to wait for a call before the process is ended. */
  readonly callTimeoutMs?: number;
  /** The same for loading a file. */
  readonly loadTimeoutMs?: number;
}

/** Confines programs that serve a task: a `LocalWorkspace`. */
type Confinement = Pick<LocalWorkspace, "confinesPrograms" | "confineProgram">;

interface CustomCall {
  readonly file: string;
  readonly tool: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

const defaultCallTimeoutMs = 60_000;
const defaultLoadTimeoutMs = 10_000;
/** For Node itself to start, on a busy machine. */
const startTimeoutMs = 30_000;
/** How long an aborted call may take to stop. */
const stopGraceMs = 300;

/**
 * The process in which a task's custom tools run, started with the first request. After a crash or a timeout the next
 * request starts a new one.
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

  /** The description of a file's tools, unchecked. Throws when it cannot be loaded. */
  async describe(file: string): Promise<unknown> {
    const timeoutMs = this.#options.loadTimeoutMs ?? defaultLoadTimeoutMs;
    const reply = await this.#request({ type: "describe", file }, { timeoutMs, signal: undefined });
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  }

  /** Throws `ToolFailure` for an error of the tool, and any other error if its process ends. */
  async call({ signal, report, ...call }: CustomCall): Promise<string> {
    const timeoutMs = this.#options.callTimeoutMs ?? defaultCallTimeoutMs;
    this.#report = report;
    try {
      const reply = await this.#request({ type: "call", ...call }, { timeoutMs, signal });
      if (!reply.ok) throw new ToolFailure(reply.code, reply.message || `${call.tool} failed without a message.`);
      return typeof reply.value === "string" ? reply.value : "";
    } finally {
      this.#report = undefined;
    }
  }

  /** Ends the process until the next request, so that an idle one does not keep this process alive. */
  async pause(): Promise<void> {
    await this.#connection?.end();
    this.#connection = undefined;
  }

  /** Ends the process permanently. May be called twice. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.pause();
  }

  /** The same at once, for a process about to exit. */
  disposeNow(): void {
    this.#isDisposed = true;
    this.#connection?.endNow();
  }

  async #request(
    body: Parameters<ToolConnection["request"]>[0],
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<ToolReply> {
    signal?.throwIfAborted();
    const connection = await this.#connect();
    await this.#within(connection, connection.ready, { timeoutMs: startTimeoutMs, signal });
    const { id, reply } = connection.request(body);
    return this.#within(connection, reply, { timeoutMs, signal, onTimeout: () => connection.cancel(id) });
  }

  /** The reply, unless it times out or the task is stopped: then the process is ended with everything in it. */
  async #within<Value>(
    connection: ToolConnection,
    work: Promise<Value>,
    { timeoutMs, signal, onTimeout }: { timeoutMs: number; signal: AbortSignal | undefined; onTimeout?: () => void },
  ): Promise<Value> {
    const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const settled = work.then((value) => ({ value }));
    const outcome = await Promise.race([settled, aborted(deadline)]);
    if (outcome) return outcome.value;
    onTimeout?.();
    const late = onTimeout && (await Promise.race([settled.catch(() => undefined), stopGrace()]));
    // A call that stops when aborted leaves the process usable for the next.
    if (!late) await connection.end();
    signal?.throwIfAborted();
    throw new Error(`it took longer than ${timeoutMs / 1000} s and was ended.`);
  }

  /** A process that was started with other capabilities of the task must not be reused. */
  async #connect(): Promise<ToolConnection> {
    const isConfined = this.#options.confinement?.confinesPrograms ?? false;
    if (this.#isConfined !== isConfined) await this.pause();
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
      hasStatusPipe: false,
      usesDescriptor3: true,
      readable: [...own, ...readable],
    });
    return { ...start, isSandbox: true };
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function stopGrace(): Promise<undefined> {
  return sleep(stopGraceMs, undefined, { ref: false });
}
