import { watchFolder } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ConnectionContext } from "./outbox.ts";

const maxWatches = 10;

/** The folders whose file changes are sent to a client. */
export class FileWatches {
  readonly #context: ConnectionContext;
  readonly #watched = new Map<string, () => void>();
  #isClosed = false;

  constructor(context: ConnectionContext) {
    this.#context = context;
  }

  async watch(owner: string, workspaceId: string): Promise<void> {
    const { services, outbox } = this.#context;
    const { folder } = await services.workspaces.requireFolder(owner, workspaceId);
    if (this.#watched.has(workspaceId)) return;
    if (this.#watched.size >= maxWatches)
      throw new RooError({
        code: "too_many_requests",
        message: `A connection may watch at most ${maxWatches} folders.`,
      });
    const starting = watchFolder(folder, (paths) => outbox.send({ type: "files", workspaceId, paths: [...paths] }));
    this.#watched.set(workspaceId, () => void starting.then((stop) => stop()).catch(() => undefined));
    try {
      await starting;
    } catch (error) {
      this.#watched.delete(workspaceId);
      throw error;
    }
    if (this.#isClosed) this.unwatch(workspaceId);
  }

  unwatch(workspaceId: string): void {
    this.#watched.get(workspaceId)?.();
    this.#watched.delete(workspaceId);
  }

  close(): void {
    this.#isClosed = true;
    for (const workspaceId of this.#watched.keys()) this.unwatch(workspaceId);
  }
}
