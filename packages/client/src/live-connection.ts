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
  /** `http://127.0.0.1:3446`; in a page of the server's own, its origin. */
  readonly baseUrl: string;
  readonly token?: string;
  readonly onState?: (state: LiveState) => void;
}

export type LiveState = "connecting" | "open" | "closed" | "unauthorized";

export interface TaskListener {
  /** The last event that is known already. */
  readonly afterSeq: number;
  readonly onEvent: (event: TaskEvent) => void;
  readonly onDelta?: (delta: LiveDelta) => void;
  /** Everything there was has been told; what is under way is told next, from its beginning. After a lost connection again. */
  readonly onCaughtUp?: (lastSeq: number) => void;
  readonly onFailure?: (failure: ApiFailure) => void;
}

export interface ShellListener {
  readonly onOutput: (text: string) => void;
  readonly onEnd: (exitCode: number | null) => void;
}

const firstPauseMs = 250;
const maxPauseMs = 5_000;

/**
 * One socket for everything a client follows. It connects again by itself and then goes on where it was: every event
 * of a task arrives once and in order.
 */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #tasks = new Map<string, TaskListener & { lastSeq: number }>();
  readonly #taskWatchers = new Set<(news: { task: ApiTaskSummary } | { removed: string }) => void>();
  readonly #fileWatchers = new Map<string, Set<(paths: readonly string[]) => void>>();
  readonly #shells = new Map<string, ShellListener>();
  readonly #requests = new Map<string, { resolve: (result: unknown) => void; reject: (failure: ApiFailure) => void }>();
  #socket: WebSocket | undefined;
  #isReady = false;
  #pauseMs = firstPauseMs;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #requestCount = 0;
  #isClosed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Again for the same task replaces the listener. Returns what ends it. */
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

  watchTasks(listener: (news: { task: ApiTaskSummary } | { removed: string }) => void): () => void {
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
   * Resolves when the server has it on disk. Throws `ApiFailure`: `unreachable` also when the connection is lost
   * meanwhile, after which the same op can be sent again; `too_large` for what fits no frame and has to go over HTTP.
   */
  async submit(op: TaskOp, taskId: string): Promise<TaskOpResult> {
    // The server closes the connection on a frame that it does not understand.
    const { success, error } = taskOpSchema.safeParse(op);
    if (!success) throw new ApiFailure({ code: "bad_request", message: error.message, status: 400 });
    if (!fitsFrame(op)) throw new ApiFailure({ code: "too_large", message: "The op is too large.", status: 413 });
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

  /** At once instead of after a pause, and also after the server refused us: who we are may have changed. */
  reconnect(): void {
    if (this.#isClosed || this.#isReady) return;
    clearTimeout(this.#retry);
    this.#pauseMs = firstPauseMs;
    const before = this.#socket;
    this.#connect();
    before?.close();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#lose();
    this.#options.onState?.("closed");
  }

  #connect(): void {
    this.#options.onState?.("connecting");
    const socket = new WebSocket(addressOf(this.#options.baseUrl));
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#options.token !== undefined) socket.send(JSON.stringify({ type: "auth", token: this.#options.token }));
    });
    socket.addEventListener("message", ({ data }) => {
      const frame = serverFrameSchema.safeParse(JSON.parse(String(data)));
      // A frame of a newer server that is not known here harms nothing.
      if (frame.success) this.#receive(frame.data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket !== socket || this.#isClosed) return;
      this.#lose();
      if (code === closeCodes.unauthorized) return this.#options.onState?.("unauthorized");
      this.#retry = setTimeout(() => this.#connect(), this.#pauseMs);
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
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
        return this.#taskWatchers.forEach((tell) => tell({ task: frame.task }));
      case "task.removed":
        return this.#taskWatchers.forEach((tell) => tell({ removed: frame.taskId }));
      case "files":
        return this.#fileWatchers.get(frame.workspaceId)?.forEach((tell) => tell(frame.paths));
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

  /** Says again what is followed, each task from its last event. */
  #resume(): void {
    this.#isReady = true;
    this.#pauseMs = firstPauseMs;
    this.#options.onState?.("open");
    for (const [taskId, { lastSeq }] of this.#tasks) this.#send({ type: "subscribe", taskId, afterSeq: lastSeq });
    if (this.#taskWatchers.size > 0) this.#send({ type: "watch.tasks" });
    for (const workspaceId of this.#fileWatchers.keys()) this.#send({ type: "watch.files", workspaceId });
  }

  #lose(): void {
    this.#isReady = false;
    const failure = ApiFailure.unreachable("the connection was lost");
    for (const { reject } of this.#requests.values()) reject(failure);
    this.#requests.clear();
    for (const { onEnd } of this.#shells.values()) onEnd(null);
    this.#shells.clear();
  }

  #request(frameOf: (id: string) => SentFrame): Promise<unknown> {
    if (!this.#isReady) return Promise.reject(ApiFailure.unreachable("there is no connection now"));
    this.#requestCount += 1;
    const id = `r${this.#requestCount}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#send(frameOf(id));
    });
  }

  /** What is said without a connection is said again by `#resume` where it matters. */
  #send(frame: SentFrame): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(frame));
  }
}

/** Whether an op can be sent over the socket. With large images it goes over HTTP, as `client.tasks.submit`. */
export function fitsFrame(op: TaskOp): boolean {
  const room = maxFrameBytes - frameOverhead;
  const json = JSON.stringify(op);
  return json.length <= room / 3 || (json.length <= room && new TextEncoder().encode(json).length <= room);
}

/** What a frame holds beside its op. */
const frameOverhead = 1024;

function addressOf(baseUrl: string): string {
  return `${baseUrl.replace(/^http/, "ws")}/api/v1/ws`;
}
