import { watchFolder } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { Inside } from "./inside.ts";

const most = 10;

/** Folders whose changed files a client is told. */
export class FileWatches {
  readonly #inside: Inside;
  readonly #watched = new Map<string, () => void>();
  #isClosed = false;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  async watch(owner: string, workspaceId: string): Promise<void> {
    const { services, outbox } = this.#inside;
    const { folder } = await services.workspaces.requireFolder(owner, workspaceId);
    if (this.#watched.has(workspaceId)) return;
    if (this.#watched.size >= most)
      throw new RooError({ code: "too_many_requests", message: `One connection watches ${most} folders at most.` });
    const starting = Promise.withResolvers<() => void>();
    this.#watched.set(workspaceId, () => void starting.promise.then((stop) => stop()));
    starting.resolve(
      await watchFolder(folder, (paths) => outbox.send({ type: "files", workspaceId, paths: [...paths] })),
    );
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
