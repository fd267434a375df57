/**
 * Files and processes of one folder. Confinement lives in its implementations, once: every path is resolved
 * through symlinks, and one that leaves the folder is refused with a `ToolFailure` `outside_workspace` that
 * names the rule and the path as given, not the host's path. Paths are workspace-relative with `/`.
 */
export interface Workspace {
  /** Absolute, for display. */
  readonly root: string;
  readonly files: WorkspaceFiles;
  /** Runs a shell command to its end, time-out or abort; never throws for what the command did. */
  execute(request: CommandRequest): Promise<CommandOutcome>;
  /** Ends every process it started. May be called twice. */
  dispose(): Promise<void>;
}

export interface WorkspaceFiles {
  /** The workspace-relative form of a path a model wrote (`.` for the root itself). Touches nothing else. */
  resolve(path: string): Promise<string>;
  /** undefined where nothing is. */
  stat(path: string): Promise<FileStat | undefined>;
  /**
   * A window of a file's bytes: at most `maxBytes` (default 10 MiB) from `offset` (default 0). A FIFO, device or
   * socket is refused at once (`not_a_file`), a missing file is `not_found`, a directory `is_directory`.
   */
  read(path: string, window?: { offset?: number; maxBytes?: number }): Promise<FileWindow>;
  /** Entries below a folder, ignore files honoured, folders with a trailing `/`, sorted, parents first. */
  list(path: string, options: { recursive: boolean; limit: number; signal: AbortSignal }): Promise<Listing>;
  /** Lines that match a Rust regular expression, with context, ignore files honoured. */
  search(request: SearchRequest): Promise<SearchOutcome>;
  /** The version that content would have as a file. */
  versionOf(content: Uint8Array): string;
  /**
   * Writes or deletes all files or none, each by temp file + fsync + rename, keeping the file's mode. A file whose
   * version is not `before` any more is refused (`file_changed`) and nothing is written. No temp file survives a crash.
   */
  apply(changes: readonly FileChange[]): Promise<void>;
}

export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  readonly size: number;
  readonly mtimeMs: number;
}

export interface FileWindow {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
  /** Changes whenever the content does: a content hash, or for very large files size and time. */
  readonly version: string;
}

export interface FileChange {
  readonly path: string;
  /** Version the file must have; null: it must not exist. */
  readonly before: string | null;
  /** null deletes. */
  readonly content: Uint8Array | null;
}

export interface Listing {
  readonly entries: readonly string[];
  readonly isTruncated: boolean;
}

export interface SearchRequest {
  readonly path: string;
  readonly regex: string;
  /** Glob on file names. */
  readonly filePattern?: string;
  readonly contextLines: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface SearchLine {
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface SearchOutcome {
  /** Per file, lines in order; a gap in the numbers is a gap in the file. */
  readonly files: readonly { readonly path: string; readonly lines: readonly SearchLine[] }[];
  readonly matches: number;
  readonly isTruncated: boolean;
}

export interface CommandRequest {
  readonly command: string;
  /** Workspace-relative; the root when absent. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes of output kept, half from the head and half from the tail. */
  readonly maxOutputBytes: number;
  /** Output as it comes; may be called often. */
  onOutput(text: string): void;
}

export interface CommandOutcome {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: "exit" | "timeout" | "abort";
  /** stdout and stderr as they came; the middle is missing when `omittedBytes` > 0, marked in the text. */
  readonly output: string;
  readonly omittedBytes: number;
}
