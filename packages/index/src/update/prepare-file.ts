import { createHash } from "node:crypto";
import { ToolFailure } from "@roo-code/types";
import type { FileRow, StoredChunk } from "../database/index-database.ts";
import { chunkSource, type SourceChunk } from "../syntax/chunk-source.ts";
import { splitWords } from "../words.ts";
import type { FoundFile, IndexedFiles } from "./scan-workspace.ts";
import { maxFileBytes, skipByContent } from "./skip-file.ts";

interface FreshChunk extends Omit<StoredChunk, "id"> {
  readonly body: string;
  readonly name: string;
  /** What the embedder reads. */
  readonly document: string;
}

export interface PreparedFile {
  readonly file: Omit<FileRow, "id">;
  readonly kept: readonly StoredChunk[];
  readonly fresh: readonly FreshChunk[];
  readonly removed: readonly number[];
  readonly pathWords: string;
}

/** The changes to the index for a file; undefined if the file does not exist. */
export async function prepareFile(
  files: IndexedFiles,
  found: FoundFile,
  known: { readonly row: FileRow | undefined; readonly chunks: () => readonly StoredChunk[] },
): Promise<PreparedFile | undefined> {
  const { path } = found;
  const read = await readWhole(files, path);
  if (!read) return undefined;
  const base = { path, size: found.size, mtime: found.mtime, version: read.version };
  const pathWords = splitWords(path).join(" ");
  if (known.row?.version === read.version) {
    return { file: { ...base, skipped: known.row.skipped }, kept: [], fresh: [], removed: [], pathWords };
  }
  const before = known.row ? known.chunks() : [];
  const skipped = skipByContent(read.bytes) ?? null;
  const chunks = skipped ? [] : await chunkSource(path, new TextDecoder().decode(read.bytes));
  return {
    file: { ...base, skipped },
    ...compare(
      before,
      chunks.map((chunk) => toFresh(path, chunk)),
    ),
    pathWords,
  };
}

/** Links are skipped: their target is indexed under its own name. */
async function readWhole(
  files: IndexedFiles,
  path: string,
): Promise<{ bytes: Uint8Array; version: string } | undefined> {
  try {
    if ((await files.resolve(path)) !== path) return undefined;
    return await files.read(path, { maxBytes: maxFileBytes });
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

function toFresh(path: string, { startLine, endLine, text, name = "" }: SourceChunk): FreshChunk {
  const document = `${path} ${name}\n${text}`;
  return {
    hash: createHash("sha256").update(document).digest("base64url").slice(0, 22),
    start: startLine,
    stop: endLine,
    body: splitWords(text).join(" "),
    name: splitWords(name).join(" "),
    document,
  };
}

/** Chunks already in the index, wherever in the file, keep their words and vectors. */
function compare(
  before: readonly StoredChunk[],
  now: readonly FreshChunk[],
): Pick<PreparedFile, "kept" | "fresh" | "removed"> {
  const left = new Map<string, StoredChunk[]>();
  for (const chunk of before) left.set(chunk.hash, [...(left.get(chunk.hash) ?? []), chunk]);
  const kept: StoredChunk[] = [];
  const fresh: FreshChunk[] = [];
  for (const chunk of now) {
    const same = left.get(chunk.hash)?.pop();
    if (same) kept.push({ id: same.id, hash: chunk.hash, start: chunk.start, stop: chunk.stop });
    else fresh.push(chunk);
  }
  return { kept, fresh, removed: [...left.values()].flat().map(({ id }) => id) };
}
