import type { BrowserAction, LiveDelta, TaskEvent } from "@roo-code/types";
import {
  type ApiTaskSummary,
  closeCodes,
  maxFrameBytes,
  type SentFrame,
  type ServerFrame,
  serverFrameSchema,
  type TaskOp,
  type TaskOpResult,
  taskOpResultSchema,
  taskOpSchema,
} from "@roo-code/types/api";
import { ApiFailure } from "./api-failure.ts";

export interface LiveOptions {
  /** Such as `http://127.0.0.1:3446`; in a page of the server, its origin. */
  readonly baseUrl: string;
  readonly token?: string;
  readonly onState?: (state: LiveState) => void;
}

export type LiveState = "connecting" | "open" | "closed" | "unauthorized";

export interface TaskListener {
  /** The last event the listener already has. */
  readonly afterSeq: number;
  readonly onEvent: (event: TaskEvent) => void;
  readonly onDelta?: (delta: LiveDelta) => void;
  /** Every past event has been delivered; live output of the current turn follows from its start. Called again after a reconnect. */
  readonly onCaughtUp?: (lastSeq: number) => void;
  readonly onFailure?: (failure: ApiFailure) => void;
}

export interface ShellListener {
  readonly onOutput: (text: string) => void;
  readonly onEnd: (exitCode: number | null) => void;
}

const minRetryMs = 250;
const maxRetryMs = 5_000;

/**
 * One socket for everything a client follows. It reconnects by itself and resumes where it stopped: every event of a
 * task arrives once and in order.
 */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #tasks = new Map<string, TaskListener & { lastSeq: number }>();
  readonly #taskWatchers = new Set<(update: { task: ApiTaskSummary } | { removed: string }) => void>();
  readonly #fileWatchers = new Map<string, Set<(paths: readonly string[]) => void>>();
  readonly #shells = new Map<string, ShellListener>();
  readonly #requests = new Map<string, { resolve: (result: unknown) => void; reject: (failure: ApiFailure) => void }>();
  #socket: WebSocket | undefined;
  #isReady = false;
  #retryMs = minRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #requestCount = 0;
  #isClosed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#connect();
  }

  /** A second listener for the same task replaces the first. Returns a function that unsubscribes. */
  subscribe(taskId: string, listener: TaskListener): () => void {
    const entry = { ...listener, lastSeq: listener.afterSeq };
    this.#tasks.set(taskId, entry);
    this.#send({ type: "subscribe", taskId, afterSeq: entry.lastSeq });
    return () => {
      if (this.#tasks.get(taskId) !== entry) return;
      this.#tasks.delete(taskId);
      this.#send({ type: "unsubscribe", taskId });
    };
  }

  watchTasks(listener: (update: { task: ApiTaskSummary } | { removed: string }) => void): () => void {
    if (this.#taskWatchers.size === 0) this.#send({ type: "watch.tasks" });
    this.#taskWatchers.add(listener);
    return () => this.#taskWatchers.delete(listener);
  }

  watchFiles(workspaceId: string, listener: (paths: readonly string[]) => void): () => void {
    const listeners = this.#fileWatchers.get(workspaceId) ?? new Set();
    if (listeners.size === 0) this.#send({ type: "watch.files", workspaceId });
    this.#fileWatchers.set(workspaceId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#fileWatchers.delete(workspaceId);
      this.#send({ type: "unwatch.files", workspaceId });
    };
  }

  /**
   * Resolves when the server has the op on disk. Throws `ApiFailure`: `unreachable` also when the connection is lost
   * meanwhile, after which the same op can be sent again; `too_large` if it does not fit a frame and must use HTTP.
   */
  async submit(op: TaskOp, taskId: string): Promise<TaskOpResult> {
    // The server closes the connection on an invalid frame.
    const { success, error } = taskOpSchema.safeParse(op);
    if (!success) throw new ApiFailure({ code: "bad_request", message: error.message, status: 400 });
    if (!fitsFrame(op))
      throw new ApiFailure({ code: "too_large", message: "The op is too large for a frame.", status: 413 });
    return taskOpResultSchema.parse(await this.#request((id) => ({ type: "op", id, op, taskId })));
  }

  /** A shell lives as long as the connection. */
  async openShell(
    shell: { shellId: string; workspaceId: string; columns: number; rows: number },
    listener: ShellListener,
  ): Promise<void> {
    this.#shells.set(shell.shellId, listener);
    await this.#request((id) => ({ type: "shell.open", id, ...shell }));
  }

  writeShell(shellId: string, text: string): void {
    this.#send({ type: "shell.input", shellId, text });
  }

  resizeShell(shellId: string, columns: number, rows: number): void {
    this.#send({ type: "shell.resize", shellId, columns, rows });
  }

  closeShell(shellId: string): void {
    this.#shells.delete(shellId);
    this.#send({ type: "shell.close", shellId });
  }

  async actInBrowser(taskId: string, action: BrowserAction): Promise<unknown> {
    return this.#request((id) => ({ type: "browser.act", id, taskId, action }));
  }

  /** Skips the wait before the next attempt. Also tries again after `unauthorized`: the user may have signed in since. */
  reconnect(): void {
    if (this.#isClosed || this.#isReady) return;
    clearTimeout(this.#retry);
    this.#retryMs = minRetryMs;
    const previous = this.#socket;
    this.#connect();
    previous?.close();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#dropPending();
    this.#options.onState?.("closed");
  }

  #connect(): void {
    this.#options.onState?.("connecting");
    const socket = new WebSocket(socketUrl(this.#options.baseUrl));
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#options.token !== undefined) socket.send(JSON.stringify({ type: "auth", token: this.#options.token }));
    });
    socket.addEventListener("message", ({ data }) => {
      const frame = serverFrameSchema.safeParse(JSON.parse(String(data)));
      // A newer server may send frames that are unknown here.
      if (frame.success) this.#receive(frame.data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket !== socket || this.#isClosed) return;
      this.#dropPending();
      if (code === closeCodes.unauthorized) return this.#options.onState?.("unauthorized");
      this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
      this.#retryMs = Math.min(maxRetryMs, this.#retryMs * 2);
      this.#options.onState?.("connecting");
    });
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case "ready":
        return this.#resume();
      case "event": {
        const listener = this.#tasks.get(frame.taskId);
        if (!listener || frame.event.seq <= listener.lastSeq) return;
        listener.lastSeq = frame.event.seq;
        return listener.onEvent(frame.event);
      }
      case "delta":
        return this.#tasks.get(frame.taskId)?.onDelta?.(frame.delta);
      case "caughtUp":
        return this.#tasks.get(frame.taskId)?.onCaughtUp?.(frame.lastSeq);
      case "task":
        return this.#taskWatchers.forEach((notify) => notify({ task: frame.task }));
      case "task.removed":
        return this.#taskWatchers.forEach((notify) => notify({ removed: frame.taskId }));
      case "files":
        return this.#fileWatchers.get(frame.workspaceId)?.forEach((notify) => notify(frame.paths));
      case "shell.output":
        return this.#shells.get(frame.shellId)?.onOutput(frame.text);
      case "shell.end":
        this.#shells.get(frame.shellId)?.onEnd(frame.exitCode);
        this.#shells.delete(frame.shellId);
        return;
      case "ack":
        this.#requests.get(frame.id)?.resolve(frame.result);
        this.#requests.delete(frame.id);
        return;
      case "error":
        return this.#fail(frame);
    }
  }

  #fail({ id, taskId, status, error }: Extract<ServerFrame, { type: "error" }>): void {
    const failure = new ApiFailure({ ...error, status });
    if (id !== undefined) {
      this.#requests.get(id)?.reject(failure);
      this.#requests.delete(id);
    } else if (taskId !== undefined) this.#tasks.get(taskId)?.onFailure?.(failure);
  }

  /** Subscribes again to everything that is followed, each task from its last event. */
  #resume(): void {
    this.#isReady = true;
    this.#retryMs = minRetryMs;
    this.#options.onState?.("open");
    for (const [taskId, { lastSeq }] of this.#tasks) this.#send({ type: "subscribe", taskId, afterSeq: lastSeq });
    if (this.#taskWatchers.size > 0) this.#send({ type: "watch.tasks" });
    for (const workspaceId of this.#fileWatchers.keys()) this.#send({ type: "watch.files", workspaceId });
  }

  #dropPending(): void {
    this.#isReady = false;
    const failure = ApiFailure.unreachable("the connection was lost");
    for (const { reject } of this.#requests.values()) reject(failure);
    this.#requests.clear();
    for (const { onEnd } of this.#shells.values()) onEnd(null);
    this.#shells.clear();
  }

  #request(createFrame: (id: string) => SentFrame): Promise<unknown> {
    if (!this.#isReady) return Promise.reject(ApiFailure.unreachable("not connected"));
    this.#requestCount += 1;
    const id = `r${this.#requestCount}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#send(createFrame(id));
    });
  }

  /** Drops the frame when not connected; `#resume` sends subscriptions again. */
  #send(frame: SentFrame): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(frame));
  }
}

/** Whether an op can be sent over the socket. Ops with large images use HTTP: `client.tasks.submit`. */
export function fitsFrame(op: TaskOp): boolean {
  const limit = maxFrameBytes - frameOverheadBytes;
  const json = JSON.stringify(op);
  return json.length <= limit / 3 || (json.length <= limit && new TextEncoder().encode(json).length <= limit);
}

/** For the fields of a frame besides its op. */
const frameOverheadBytes = 1024;

function socketUrl(baseUrl: string): string {
  return `${baseUrl.replace(/^http/, "ws")}/api/v1/ws`;
}
