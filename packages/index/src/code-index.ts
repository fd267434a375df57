import type { CodeIndex, CodeSearchOutcome, CodeSearchRequest, EmbeddingSettings } from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import type { Embedder } from "./embed/embedder.ts";
import { openEmbedder } from "./embed/open-embedder.ts";
import { type IndexStatus, indexPaths, OpenIndex } from "./open-index.ts";
import { type SearchHalves, searchIndex } from "./search/search-index.ts";
import { type BuildProgress, IndexBuilder } from "./update/index-builder.ts";
import type { IndexedFiles } from "./update/scan-workspace.ts";
import { chooseVectors } from "./vectors/open-vectors.ts";

export interface CodeIndexOptions {
  /** Roo's home; the index is below it. */
  readonly home: string;
  /** The workspace's real path. */
  readonly root: string;
  /** Confined by the host; the index reads files only through it. */
  readonly files: IndexedFiles;
  /** Which embedder and vector store; the built-in ones when absent. */
  readonly settings?: EmbeddingSettings;
  /** Holds the keys of services. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** For a long-lived process: watch for changes instead of scanning before each search. */
  readonly watch?: boolean;
  /** How long a search may spend on updating the index before it uses what there is. */
  readonly quickMs?: number;
  /** Receives messages for the user. */
  readonly onNotice?: (message: string) => void;
}

export interface BuildOptions {
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

export interface WorkspaceIndex extends CodeIndex {
  /** Creates nothing when there is no index yet. */
  status(): Promise<IndexStatus>;
  /** Updates the index, however long it takes. Throws `RooError` `index_busy` when another process is building it. */
  build(options?: BuildOptions): Promise<BuildProgress>;
  /** `search` with one ranking alone, for benchmarks. */
  searchBy(by: SearchHalves, request: CodeSearchRequest): Promise<CodeSearchOutcome>;
  /** Stops a running update. May be called twice. */
  close(): Promise<void>;
}

/** Opens nothing until used; the first call reports a missing setting. */
export function createCodeIndex(options: CodeIndexOptions): WorkspaceIndex {
  let opened: Opened | undefined;
  const open = (): Opened => {
    opened ??= openParts(options);
    return opened;
  };
  const searchBy = async (by: SearchHalves, request: CodeSearchRequest): Promise<CodeSearchOutcome> =>
    search(openForModel(open), { ...options, request, by });
  return {
    searchBy,
    search: (request) => searchBy("both", request),
    status: async () => open().index.status(),
    build: async ({ onProgress = () => undefined, signal } = {}) => open().builder.build(onProgress, signal),
    async close() {
      await opened?.builder.close();
      await opened?.index.close();
    },
  };
}

interface Opened {
  readonly embedder: Embedder;
  readonly index: OpenIndex;
  readonly builder: IndexBuilder;
}

function openParts(options: CodeIndexOptions): Opened {
  const { home, root, files, settings = {}, environment = {}, watch = false, onNotice = () => undefined } = options;
  const embedder = openEmbedder(settings, { environment });
  const openVectors = chooseVectors(settings, environment);
  const index = new OpenIndex({ paths: indexPaths(home, root), embedder, openVectors, onNotice });
  return { embedder, index, builder: new IndexBuilder({ open: index, files, embedder, root, watch }) };
}

/** The model cannot fix the settings, only search in another way. */
function openForModel(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    throw error instanceof RooError ? unavailable(error) : error;
  }
}

async function search(
  { embedder, index, builder }: Opened,
  { files, quickMs = 4000, request, by }: CodeIndexOptions & { request: CodeSearchRequest; by: SearchHalves },
): Promise<CodeSearchOutcome> {
  const { query, path = ".", limit, signal } = request;
  const report = (text: string): void => request.report(text);
  signal.throwIfAborted();
  const question = { query, folder: await files.resolve(path), limit, signal };
  const filesLeft = await bringUpToDate(builder, { quickMs, signal, report });
  const hits = await index.repairing(async ({ database, vectors }) => {
    const parts = { database, vectors, embedder, files };
    try {
      return await searchIndex(parts, { ...question, by });
    } catch (error) {
      if (!(error instanceof RooError)) throw error;
      report(`${error.message} Searching by words alone.`);
      return searchIndex(parts, { ...question, by: "words" });
    }
  });
  return { hits, filesLeft };
}

/** Returns how many files are not in the index yet. A failed update keeps the old index, which is better than none. */
async function bringUpToDate(
  builder: IndexBuilder,
  { quickMs, signal, report }: { quickMs: number; signal: AbortSignal; report: (text: string) => void },
): Promise<number> {
  try {
    return await builder.bringUpToDate({ quickMs, signal, report });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RooError)) throw error;
    if (error.code === "index_unavailable") throw unavailable(error);
    report(error.message);
    return builder.filesLeft;
  }
}

function unavailable(error: RooError): ToolFailure {
  return new ToolFailure("index_unavailable", `${error.message} Search with search_files instead.`);
}
