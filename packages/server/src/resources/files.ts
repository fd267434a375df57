import type { WorkspaceRecord } from "@roo-code/host/database";
import { type FolderEntry, FolderFiles, Repository } from "@roo-code/host/folder";
import { isProtectedPath, RooError } from "@roo-code/types";
import type { FileContent, FileEntry } from "@roo-code/types/api";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

const maxShownBytes = 5 * 1024 * 1024;
const maxEntries = 5_000;
const maxNames = 100_000;
const maxUploadBytes = 2 * 1024 ** 3;

export function fileHandlers({ workspaces, environment }: Services): Handlers<"files"> {
  const open = async (owner: string, workspaceId: string) => {
    const record = await workspaces.requireFolder(owner, workspaceId);
    return { record, files: new FolderFiles({ folder: record.folder, environment }) };
  };
  const requireRoom = async (record: WorkspaceRecord, bytes: number): Promise<void> => {
    if (bytes > (await workspaces.bytesLeft(record))) throw quotaExceeded();
  };

  return {
    async list({ params, query }, { principal: { owner }, signal }) {
      const { record, files } = await open(owner, params.workspaceId);
      const { entries, isTruncated } = await files.list(query.path, maxEntries);
      const states = await gitStates({ folder: record.folder, environment, signal });
      const shown = query.showIgnored ? entries : entries.filter(({ isIgnored }) => !isIgnored);
      return { entries: shown.map((entry) => ({ ...entry, git: stateOf(entry, states) })), isTruncated };
    },
    async names({ params, query }, { principal: { owner }, signal }) {
      const { files } = await open(owner, params.workspaceId);
      const { entries } = await files.names(maxNames, signal);
      return { paths: await rankNames(entries, query) };
    },
    async read({ params, query }, { principal: { owner } }) {
      const { files } = await open(owner, params.workspaceId);
      return content(files, query.path);
    },
    async write({ params, body }, { principal: { owner } }) {
      const { record, files } = await open(owner, params.workspaceId);
      const bytes = Buffer.from(body.text);
      await requireRoom(record, bytes.length);
      await files.write(body.path, bytes, body.version);
      return content(files, body.path);
    },
    async remove({ params, query }, { principal: { owner } }) {
      const { files } = await open(owner, params.workspaceId);
      await files.remove(query.path);
      return {};
    },
    async move({ params, body }, { principal: { owner } }) {
      const { files } = await open(owner, params.workspaceId);
      await files.move(body.from, body.to);
      return {};
    },
    async makeFolder({ params, body }, { principal: { owner } }) {
      const { files } = await open(owner, params.workspaceId);
      await files.makeFolder(body.path);
      return {};
    },
    async search({ params, query }, { principal: { owner }, signal }) {
      const { files } = await open(owner, params.workspaceId);
      const pattern = query.isRegex ? query.query : query.query.replaceAll(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
      const found = await files.search({
        path: query.path || ".",
        regex: query.isCaseSensitive ? pattern : `(?i:${pattern})`,
        filePattern: query.glob,
        contextLines: 0,
        limit: query.limit,
        signal,
      });
      const lines = found.files.flatMap(({ path, lines: inFile }) =>
        inFile.filter(({ isMatch }) => isMatch).map(({ line, text }) => ({ path, line, text })),
      );
      return { lines, isTruncated: found.isTruncated || found.isStopped === true };
    },
    async upload({ params, query }, { principal: { owner }, bytes }) {
      const { record, files } = await open(owner, params.workspaceId);
      const maxBytes = Math.min(maxUploadBytes, await workspaces.bytesLeft(record));
      await files.upload(query.path, bytes, { replaces: query.replace, maxBytes });
      return content(files, query.path);
    },
    async download({ params, query }, { principal: { owner } }) {
      const { files } = await open(owner, params.workspaceId);
      const { stream, name, isFolder } = files.download(query.path || ".", query.from ?? 0);
      return { stream, contentType: isFolder ? "application/gzip" : "application/octet-stream", fileName: name };
    },
  };
}

async function content(files: FolderFiles, path: string): Promise<FileContent> {
  const { bytes, size, version } = await files.read(path, maxShownBytes);
  const isBinary = bytes.includes(0);
  const isTruncated = size > bytes.length;
  const text = isBinary || isTruncated ? null : new TextDecoder("utf-8").decode(bytes);
  const relative = files.resolve(path);
  return {
    path: relative,
    text,
    version,
    bytes: size,
    isBinary,
    isTruncated,
    encoding: isBinary ? "binary" : "utf-8",
    isProtected: isProtectedPath(relative),
  };
}

/** Path → git status; empty outside a repository. */
async function gitStates(parts: {
  folder: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}): Promise<ReadonlyMap<string, FileEntry["git"]>> {
  try {
    const { files } = await (await Repository.open({ ...parts, isTrusted: false })).status();
    return new Map(files.map(({ path, state }) => [path, state]));
  } catch {
    return new Map();
  }
}

/** A folder is changed when something in it is. */
function stateOf({ path, kind }: FolderEntry, states: ReadonlyMap<string, FileEntry["git"]>): FileEntry["git"] {
  if (kind !== "folder") return states.get(path) ?? null;
  return [...states.keys()].some((changed) => changed.startsWith(`${path}/`)) ? "changed" : null;
}

function quotaExceeded(): RooError {
  return new RooError({ code: "quota_exceeded", message: "The folder has reached its quota." });
}

interface Named {
  readonly path: string;
  readonly kind: "file" | "folder";
}

/** Fuzzy matches of a query, best first; without a query, the paths nearest to the root. */
async function rankNames(
  entries: readonly string[],
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<Named[]> {
  const letters = query.trim();
  if (letters === "") return entries.slice(0, limit).map(named);
  const { default: fuzzysort } = await import("fuzzysort");
  return fuzzysort.go(letters, [...entries], { limit, threshold: 0.2 }).map(({ target }) => named(target));
}

function named(path: string): Named {
  return path.endsWith("/") ? { path: path.slice(0, -1), kind: "folder" } : { path, kind: "file" };
}
