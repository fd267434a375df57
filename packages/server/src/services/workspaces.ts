import { randomBytes } from "node:crypto";
import { existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { WorkspaceTrust } from "@roo-code/host";
import { type WorkspaceRecord, WorkspaceRecords } from "@roo-code/host/database";
import { cloneRepository, folderSize, unpackFolder } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ApiWorkspace } from "@roo-code/types/api";
import { requireOpenable } from "./openable-folder.ts";
import type { ServerParts } from "./server-parts.ts";

const usualQuota = 10 * 1024 ** 3;

/** Folders that were opened, and those the server made itself. */
export class Workspaces {
  readonly records: WorkspaceRecords;
  readonly #parts: ServerParts;
  readonly #trust: WorkspaceTrust;
  /** Below it is every folder that the server made. */
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

  /** Throws `not_found`: one of somebody else's is none. */
  async require(owner: string, id: string): Promise<WorkspaceRecord> {
    const record = await this.records.find(owner, id);
    if (record) return record;
    throw new RooError({ code: "not_found", message: `There is no folder ${id} that was opened here.` });
  }

  /** One whose files are there. Throws `not_found`, `workspace_missing`. */
  async requireFolder(owner: string, id: string): Promise<WorkspaceRecord> {
    const record = await this.require(owner, id);
    if (isFolder(record.folder)) return record;
    throw workspaceMissing(record.folder);
  }

  /** Throws `workspace_missing`, `workspace_refused`. */
  async open(owner: string, given: { folder: string; name?: string | undefined }): Promise<WorkspaceRecord> {
    const folder = realFolder(given.folder);
    requireOpenable(folder, { home: realFolder(this.#parts.home), ownFolders: this.#ownFolders });
    const name = given.name ?? basename(folder);
    return this.records.put({ id: newWorkspaceId(), owner, folder, name, isOwned: false, quotaBytes: null });
  }

  /** Throws as `cloneRepository` does. */
  async clone(
    owner: string,
    wanted: { url: string; name?: string | undefined; branch?: string | undefined },
    signal: AbortSignal,
  ): Promise<WorkspaceRecord> {
    const { cloneProtocols = ["https", "ssh"], cloneHosts = [] } = await this.#parts.settings();
    const { environment, network } = this.#parts;
    const maxBytes = await this.quota();
    const name = wanted.name ?? nameOfRepository(wanted.url);
    return this.#make(owner, name, (into) =>
      cloneRepository({
        url: wanted.url,
        branch: wanted.branch,
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
    return this.#make(owner, name, (into) => unpackFolder(content, into, { maxBytes }));
  }

  /** A folder of the server's, filled by `fill`; gone when that fails. */
  async #make(owner: string, name: string, fill: (folder: string) => Promise<void>): Promise<WorkspaceRecord> {
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

  /** For what the server fills by itself. */
  make(owner: string, name: string, fill: (folder: string) => Promise<void>): Promise<WorkspaceRecord> {
    return this.#make(owner, name, fill);
  }

  /** Its files go only where the server made them. Throws `not_found`, `workspace_busy`. */
  async forget(owner: string, id: string): Promise<void> {
    const record = await this.require(owner, id);
    const { pool } = this.#parts;
    if (pool.running.some((taskId) => pool.folderOf(taskId) === record.folder))
      throw new RooError({
        code: "workspace_busy",
        message: `A task works in ${record.name} now.`,
        next: "Stop it, or wait until it has ended.",
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
    return (await this.#parts.settings()).workspaceQuota ?? usualQuota;
  }

  /** What may still be written into a folder. */
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
      // Of one that a person has elsewhere it may take long to find out, and nothing depends on it.
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

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below, together with what is no folder.
  }
  throw workspaceMissing(path);
}

function workspaceMissing(folder: string): RooError {
  return new RooError({
    code: "workspace_missing",
    message: `There is no folder ${JSON.stringify(folder.slice(0, 300))}, or it may not be entered.`,
  });
}

export function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git"))) return true;
    if (current === dirname(current)) return false;
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}

/** As a person would call it, without what a file system does not take. */
function folderName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, "-")
      .replace(/^[.\s-]+/, "")
      .slice(0, 100)
      .trim() || "folder"
  );
}

function nameOfRepository(url: string): string {
  const last =
    url
      .replace(/[/\\]+$/, "")
      .split(/[/:\\]/)
      .at(-1) ?? "";
  return (
    last
      .replace(/\.git$/, "")
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
      .slice(0, 200) || "repository"
  );
}
