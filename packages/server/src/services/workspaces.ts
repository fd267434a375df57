import { randomBytes } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { WorkspaceTrust } from "@roo-code/host";
import { type WorkspaceRecord, WorkspaceRecords } from "@roo-code/host/database";
import { cloneRepository, folderSize, unpackFolder } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ApiWorkspace } from "@roo-code/types/api";
import type { ServerParts } from "./server-parts.ts";
import {
  folderName,
  isBelow,
  isFolder,
  isInRepository,
  nameOfRepository,
  realFolder,
  requireOpenable,
  workspaceMissing,
} from "./workspace-folders.ts";

const defaultQuota = 10 * 1024 ** 3;

interface CloneOptions {
  readonly url: string;
  readonly name?: string | undefined;
  readonly branch?: string | undefined;
}

/** Opened folders, and folders created by the server. */
export class Workspaces {
  readonly records: WorkspaceRecords;
  readonly #parts: ServerParts;
  readonly #trust: WorkspaceTrust;
  /** Contains every folder created by the server. */
  readonly #ownFolders: string;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.records = new WorkspaceRecords(parts.database);
    this.#trust = new WorkspaceTrust(parts.home);
    this.#ownFolders = join(parts.home, "workspaces");
  }

  async list(owner: string): Promise<ApiWorkspace[]> {
    return Promise.all((await this.records.list(owner)).map((record) => this.view(record)));
  }

  /** Throws `not_found`, also for folders of other owners. */
  async require(owner: string, id: string): Promise<WorkspaceRecord> {
    const record = await this.records.find(owner, id);
    if (record) return record;
    throw new RooError({ code: "not_found", message: `There is no workspace ${id}.` });
  }

  /** As `require`, and the folder exists. Throws `not_found`, `workspace_missing`. */
  async requireFolder(owner: string, id: string): Promise<WorkspaceRecord> {
    const record = await this.require(owner, id);
    if (isFolder(record.folder)) return record;
    throw workspaceMissing(record.folder);
  }

  /** Throws `workspace_missing`, `workspace_refused`. */
  async open(owner: string, options: { folder: string; name?: string | undefined }): Promise<WorkspaceRecord> {
    const folder = realFolder(options.folder);
    requireOpenable(folder, { home: realFolder(this.#parts.home), ownFolders: this.#ownFolders });
    const name = options.name ?? basename(folder);
    return this.records.put({ id: newWorkspaceId(), owner, folder, name, isOwned: false, quotaBytes: null });
  }

  /** Throws as `cloneRepository` does. */
  async clone(
    owner: string,
    { url, name = nameOfRepository(url), branch }: CloneOptions,
    signal: AbortSignal,
  ): Promise<WorkspaceRecord> {
    const { cloneProtocols = ["https", "ssh"], cloneHosts = [] } = await this.#parts.settings();
    const { environment, network } = this.#parts;
    const maxBytes = await this.quota();

    return this.create(owner, name, (into) =>
      cloneRepository({
        url,
        branch,
        into,
        protocols: cloneProtocols,
        localHosts: cloneHosts,
        maxBytes,
        environment,
        network,
        signal,
      }),
    );
  }

  /** Throws as `unpackFolder` does. */
  async restore(owner: string, name: string, content: Readable): Promise<WorkspaceRecord> {
    const maxBytes = await this.quota();
    return this.create(owner, name, (into) => unpackFolder(content, into, { maxBytes }));
  }

  /** Creates a folder and fills it; removes it if that fails. */
  async create(owner: string, name: string, fill: (folder: string) => Promise<void>): Promise<WorkspaceRecord> {
    const id = newWorkspaceId();
    const folder = join(this.#ownFolders, id, folderName(name));
    try {
      await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
      await fill(folder);
      const real = realpathSync(folder);
      return await this.records.put({ id, owner, folder: real, name, isOwned: true, quotaBytes: await this.quota() });
    } catch (error) {
      rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
  }

  /** Deletes the files only of folders created by the server. Throws `not_found`, `workspace_busy`. */
  async forget(owner: string, id: string): Promise<void> {
    const record = await this.require(owner, id);
    const { pool } = this.#parts;
    if (pool.running.some((taskId) => pool.folderOf(taskId) === record.folder))
      throw new RooError({
        code: "workspace_busy",
        message: `A task is running in ${record.name}.`,
        next: "Stop the task, or wait until it has ended.",
      });
    await this.records.remove(owner, id);
    if (record.isOwned && isBelow(realFolder(this.#ownFolders), record.folder))
      rmSync(dirname(record.folder), { recursive: true, force: true, maxRetries: 3 });
  }

  trust({ folder }: WorkspaceRecord, isTrusted: boolean): void {
    if (isTrusted) this.#trust.trust(folder);
    else this.#trust.revoke(folder);
  }

  isTrusted({ folder }: WorkspaceRecord): boolean {
    return this.#trust.isTrusted(folder);
  }

  async quota(): Promise<number> {
    return (await this.#parts.settings()).workspaceQuota ?? defaultQuota;
  }

  /** How many bytes may still be written to a folder. */
  async bytesLeft({ folder, quotaBytes }: WorkspaceRecord): Promise<number> {
    return quotaBytes === null ? Number.MAX_SAFE_INTEGER : Math.max(0, quotaBytes - (await folderSize(folder)));
  }

  async view(record: WorkspaceRecord): Promise<ApiWorkspace> {
    const { id, name, folder, isOwned, quotaBytes, createdAt, usedAt } = record;
    const isMissing = !isFolder(folder);
    return {
      workspaceId: id,
      name,
      folder,
      isOwned,
      isMissing,
      isTrusted: !isMissing && this.isTrusted(record),
      isRepository: !isMissing && isInRepository(folder),
      // Sizing a folder of the user may take long, and nothing needs it.
      bytes: isMissing || !isOwned ? null : await folderSize(folder),
      quotaBytes,
      createdAt: new Date(createdAt).toISOString(),
      usedAt: new Date(usedAt).toISOString(),
    };
  }
}

function newWorkspaceId(): string {
  return `w-${randomBytes(6).toString("hex")}`;
}
