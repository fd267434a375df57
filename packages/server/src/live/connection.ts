import { RooError } from "@roo-code/types";
import { type ClientFrame, closeCodes } from "@roo-code/types/api";
import type { RawData, WebSocket } from "ws";
import type { Access } from "../access/access.ts";
import { requirePermission } from "../access/guard.ts";
import { errorResponse } from "../http/error-response.ts";
import type { Principal } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { FrameBudget, parseFrame, permissionFor } from "./client-frames.ts";
import { FileWatches } from "./file-watches.ts";
import { Outbox } from "./outbox.ts";
import { Shells } from "./shells.ts";
import { TaskSubscriptions } from "./task-subscriptions.ts";

interface ConnectionParts {
  readonly socket: WebSocket;
  readonly services: Services;
  readonly access: Access;
  /** From the cookie; without one, the first frame must authenticate. */
  readonly principal: Principal | undefined;
  /** How long to wait for that frame. */
  readonly authMs: number;
  readonly onSlow: () => void;
}

/** One client: handles its frames until it disconnects. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #outbox: Outbox;
  readonly #closed = new AbortController();
  readonly #budget: FrameBudget;
  readonly #tasks: TaskSubscriptions;
  readonly #files: FileWatches;
  readonly #shells: Shells;
  readonly #waitingForAuth: NodeJS.Timeout | undefined;
  #principal: Principal | undefined;
  #authenticating: Promise<void> | undefined;
  #isAlive = true;
  #stopUpdates: (() => void) | undefined;

  constructor(parts: ConnectionParts) {
    const { socket, services, principal, authMs, onSlow } = parts;
    this.#parts = parts;
    this.#outbox = new Outbox(socket, onSlow);
    this.#budget = new FrameBudget(() => services.clock.monotonic());
    const context = { services, outbox: this.#outbox, signal: this.#closed.signal };
    this.#tasks = new TaskSubscriptions(context);
    this.#files = new FileWatches(context);
    this.#shells = new Shells(context);
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    // Answered by the library, but counted like any other frame against floods.
    socket.on("ping", () => this.#countFrame());
    socket.on("error", () => socket.terminate());
    socket.once("close", () => this.#end());
    if (principal) this.#begin(principal);
    else this.#waitingForAuth = setTimeout(() => this.#refuse(), authMs).unref();
  }

  /** Pings the client, or disconnects it if it did not answer the last ping. */
  ping(): void {
    const { socket } = this.#parts;
    if (!this.#isAlive) return socket.terminate();
    this.#isAlive = false;
    socket.ping();
  }

  /** Resolves when the socket is closed, after a second at most. */
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
    this.#parts.socket.close(closeCodes.unauthorized, "invalid token");
  }

  #end(): void {
    clearTimeout(this.#waitingForAuth);
    this.#closed.abort();
    this.#outbox.close();
    this.#stopUpdates?.();
    this.#files.close();
    this.#shells.close();
  }

  #countFrame(): boolean {
    const { socket } = this.#parts;
    this.#isAlive = true;
    if (this.#budget.spend()) return true;
    socket.close(closeCodes.badFrame, "too many frames");
    return false;
  }

  #receive(data: RawData, isBinary: boolean): void {
    const { socket } = this.#parts;
    if (!this.#countFrame() || socket.readyState !== socket.OPEN) return;
    const frame = isBinary ? undefined : parseFrame(data);
    if (!frame) return socket.close(closeCodes.badFrame, "invalid frame");
    const id = "id" in frame ? frame.id : undefined;
    const taskId = "taskId" in frame ? frame.taskId : undefined;
    void this.#handle(frame).catch((error: unknown) => {
      if (!(error instanceof RooError)) this.#parts.services.log.warn({ error, frame: frame.type }, "frame failed");
      const { status, body } = errorResponse(error);
      this.#outbox.send({ type: "error", id, taskId, status, error: body.error });
    });
  }

  async #handle(frame: ClientFrame): Promise<void> {
    if (frame.type === "auth") return (this.#authenticating = this.#authenticate(frame.token));
    // Frames sent right after a token wait for its check.
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
    const { updates } = this.#parts.services;
    this.#stopUpdates ??= updates.watch(owner, (update) => {
      if ("task" in update) this.#outbox.send({ type: "task", task: update.task });
      else this.#outbox.send({ type: "task.removed", taskId: update.removed });
    });
  }
}
