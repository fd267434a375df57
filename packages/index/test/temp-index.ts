import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CodeSearchOutcome } from "@roo-code/types";
import { type CodeIndexOptions, createCodeIndex, type WorkspaceIndex } from "../src/code-index.ts";

export interface TempIndex extends AsyncDisposable {
  readonly temp: TempWorkspace;
  readonly home: string;
  readonly index: WorkspaceIndex;
  /** Paths of the files read since the last call. */
  takeReads(): string[];
  readonly notices: string[];
  readonly reports: string[];
  search(query: string, more?: { path?: string; limit?: number }): Promise<CodeSearchOutcome>;
  /** Another index of the same workspace, as another process would open it. */
  again(options?: Partial<CodeIndexOptions>): WorkspaceIndex;
}

/** A workspace with these files and its index; both are removed when disposed. */
export function createTempIndex(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<CodeIndexOptions> = {},
): TempIndex {
  const temp = createTempWorkspace(files);
  const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-index-")));
  const [reads, notices, reports]: [string[], string[], string[]] = [[], [], []];
  const opened: WorkspaceIndex[] = [];
  const again = (more: Partial<CodeIndexOptions> = {}): WorkspaceIndex => {
    const index = createCodeIndex({
      home,
      root: temp.root,
      files: watchedFiles(temp, reads),
      quickMs: 60_000,
      onNotice: (message) => notices.push(message),
      ...options,
      ...more,
    });
    opened.push(index);
    return index;
  };
  const index = again();
  return {
    temp,
    home,
    index,
    notices,
    reports,
    again,
    takeReads: () => reads.splice(0),
    search: (query, more = {}) =>
      index.search({
        query,
        limit: 10,
        signal: new AbortController().signal,
        report: (text) => reports.push(text),
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await temp[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function watchedFiles({ workspace: { files } }: TempWorkspace, reads: string[]): CodeIndexOptions["files"] {
  return {
    list: (path, listOptions) => files.list(path, listOptions),
    stat: (path) => files.stat(path),
    resolve: (path) => files.resolve(path),
    read: (path, window) => {
      reads.push(path);
      return files.read(path, window);
    },
  };
}
