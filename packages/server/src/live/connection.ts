import { RooError } from "@roo-code/types";
import { type ClientFrame, clientFrameSchema, closeCodes, type Permission } from "@roo-code/types/api";
import type { RawData, WebSocket } from "ws";
import type { Access } from "../access/access.ts";
import { answerFor } from "../http/answer-error.ts";
import type { Principal } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { FileWatches } from "./file-watches.ts";
import { FrameBudget } from "./frame-budget.ts";
import { Outbox } from "./outbox.ts";
import { Shells } from "./shells.ts";
import { TaskSubscriptions } from "./task-subscriptions.ts";

export interface ConnectionParts {
  readonly socket: WebSocket;
  readonly services: Services;
  readonly access: Access;
  /** By the cookie; without one the first frame says who it is. */
  readonly principal: Principal | undefined;
  /** How long that is waited for. */
  readonly authMs: number;
  readonly onSlow: () => void;
}

/** One client: what it asks for, and what it follows until it goes. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #outbox: Outbox;
  readonly #gone = new AbortController();
  readonly #budget: FrameBudget;
  readonly #tasks: TaskSubscriptions;
  readonly #files: FileWatches;
  readonly #shells: Shells;
  readonly #waitingForAuth: NodeJS.Timeout | undefined;
  #principal: Principal | undefined;
  #authenticating: Promise<void> | undefined;
  #isHeard = true;
  #stopNews: (() => void) | undefined;

  constructor(parts: ConnectionParts) {
    const { socket, services, principal, authMs, onSlow } = parts;
    this.#parts = parts;
    this.#outbox = new Outbox(socket, onSlow);
    this.#budget = new FrameBudget(() => services.clock.monotonic());
    const inside = { services, outbox: this.#outbox, signal: this.#gone.signal };
    this.#tasks = new TaskSubscriptions(inside);
    this.#files = new FileWatches(inside);
    this.#shells = new Shells(inside);
    socket.on("message", (data, isBinary) => this.#hear(data, isBinary));
    socket.on("pong", () => {
      this.#isHeard = true;
    });
    // The library answers by itself: a flood of them costs as much as any other.
    socket.on("ping", () => this.#spend());
    socket.on("error", () => socket.terminate());
    socket.once("close", () => this.#end());
    if (principal) this.#begin(principal);
    else this.#waitingForAuth = setTimeout(() => this.#refuse(), authMs).unref();
  }

  /** Asks whether the client is still there, and lets go of one that did not answer the last time. */
  beat(): void {
    const { socket } = this.#parts;
    if (!this.#isHeard) return socket.terminate();
    this.#isHeard = false;
    socket.ping();
  }

  /** Resolves when it is closed, at the latest after a second. */
  close(code: number, reason: string): Promise<void> {
    const { socket } = this.#parts;
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.terminate(), 1_000);
      socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close(code, reason);
    });
  }

  #begin(principal: Principal): void {
    clearTimeout(this.#waitingForAuth);
    this.#principal = principal;
    this.#outbox.send({ type: "ready" });
  }

  #refuse(): void {
    this.#parts.socket.close(closeCodes.unauthorized, "no good token");
  }

  #end(): void {
    clearTimeout(this.#waitingForAuth);
    this.#gone.abort();
    this.#outbox.close();
    this.#stopNews?.();
    this.#files.close();
    this.#shells.close();
  }

  #spend(): boolean {
    const { socket } = this.#parts;
    this.#isHeard = true;
    if (this.#budget.spend()) return true;
    socket.close(closeCodes.badFrame, "too many frames");
    return false;
  }

  #hear(data: RawData, isBinary: boolean): void {
    const { socket } = this.#parts;
    if (!this.#spend() || socket.readyState !== socket.OPEN) return;
    const frame = isBinary ? undefined : parseFrame(data);
    if (!frame) return socket.close(closeCodes.badFrame, "this frame is not understood");
    const id = "id" in frame ? frame.id : undefined;
    const taskId = "taskId" in frame ? frame.taskId : undefined;
    void this.#handle(frame).catch((error: unknown) => {
      if (!(error instanceof RooError)) this.#parts.services.log.warn({ error, frame: frame.type }, "a frame failed");
      const { status, body } = answerFor(error);
      this.#outbox.send({
        type: "error",
        ...(id !== undefined && { id }),
        ...(taskId !== undefined && { taskId }),
        status,
        error: body.error,
      });
    });
  }

  async #handle(frame: ClientFrame): Promise<void> {
    if (frame.type === "auth") return (this.#authenticating = this.#authenticate(frame.token));
    // What is sent right behind a token need not wait for its answer.
    await this.#authenticating;
    const principal = this.#principal;
    if (!principal) return this.#refuse();
    requirePermission(principal, permissionFor[frame.type]);
    const { owner } = principal;
    switch (frame.type) {
      case "subscribe":
        return this.#tasks.subscribe(owner, frame);
      case "unsubscribe":
        return this.#tasks.unsubscribe(frame.taskId);
      case "op":
        return this.#tasks.submit(owner, frame);
      case "browser.act":
        return this.#tasks.actInBrowser(owner, frame);
      case "watch.tasks":
        return this.#watchTasks(owner);
      case "watch.files":
        return this.#files.watch(owner, frame.workspaceId);
      case "unwatch.files":
        return this.#files.unwatch(frame.workspaceId);
      case "shell.open":
        return this.#shells.open(owner, frame);
      case "shell.input":
        return this.#shells.write(frame.shellId, frame.text);
      case "shell.resize":
        return this.#shells.resize(frame.shellId, frame.columns, frame.rows);
      case "shell.close":
        return this.#shells.end(frame.shellId);
    }
  }

  async #authenticate(token: string): Promise<void> {
    const principal = await this.#parts.access.byToken(token);
    if (!principal) return this.#refuse();
    if (!this.#principal) this.#begin(principal);
  }

  #watchTasks(owner: string): void {
    const { news } = this.#parts.services;
    this.#stopNews ??= news.watch(owner, (told) => {
      if ("task" in told) this.#outbox.send({ type: "task", task: told.task });
      else this.#outbox.send({ type: "task.removed", taskId: told.removed });
    });
  }
}

const permissionFor: Readonly<Record<Exclude<ClientFrame["type"], "auth">, Permission>> = {
  subscribe: "tasks:read",
  unsubscribe: "tasks:read",
  op: "tasks:write",
  "browser.act": "tasks:write",
  "watch.tasks": "tasks:read",
  "watch.files": "files:read",
  "unwatch.files": "files:read",
  "shell.open": "shells:use",
  "shell.input": "shells:use",
  "shell.resize": "shells:use",
  "shell.close": "shells:use",
};

function requirePermission({ permissions }: Principal, permission: Permission): void {
  if (permissions.has(permission)) return;
  throw new RooError({ code: "forbidden", message: `This needs the permission ${permission}.` });
}

/** The library hands text over as one buffer. */
function parseFrame(data: RawData): ClientFrame | undefined {
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    const parsed = clientFrameSchema.safeParse(JSON.parse(data.toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
