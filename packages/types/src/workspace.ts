import type { FileStep } from "./event.ts";

/**
 * Files and processes of one folder. Confinement lives in its implementations, once: every path is resolved
 * through symlinks, and one that leaves the folder is refused with a `ToolFailure` `outside_workspace` that
 * names the rule and the path as given, not the host's path. Paths are workspace-relative with `/`.
 */
export interface Workspace {
  /** Absolute, for display. */
  readonly root: string;
  readonly files: WorkspaceFiles;
  /**
   * Runs a shell command until it ends, is stopped, or is left to itself in the background; never throws for what
   * the command did. A command ends when its shell does: what that left running is listed in `commands`.
   */
  execute(request: CommandRequest): Promise<CommandOutcome>;
  /** Commands that go on while nobody waits for them, and the output of those that printed much. */
  readonly commands: WorkspaceCommands;
  /** What runs commands; bash, and nothing known of where it finds programs, when absent. */
  readonly shell?: WorkspaceShell;
  /** One line for whoever is asked about a command: why nothing holds it. undefined when something does. */
  unconfined?(): Promise<string | undefined>;
  /** Ends every process it started. May be called twice. */
  dispose(): Promise<void>;
}

export interface WorkspaceShell {
  readonly kind: "bash" | "sh";
  /**
   * The file that a name leads to on the PATH that commands get, where a task can have put it: in the workspace, or wherever
   * else its commands write. Relative to the workspace when it lies within. Undefined for a program of the machine, and for none.
   * `folder` is where it is called, undefined when that is not known. Never throws.
   */
  findOwnProgram(name: string, folder: string | undefined): string | undefined;
  /**
   * Where a path leads through every link: relative to the workspace when it lies within, else absolute. What is not there
   * leads to where it would be made. Undefined when it cannot be told. Never throws.
   */
  realPath(path: string): string | undefined;
  /** Where the files lead that a glob of the shell's stands for; undefined when there are too many. Never throws. */
  expand(glob: string): readonly string[] | undefined;
  /** Whether something is there by a workspace-relative path; false for what may lie beyond. Never throws. */
  exists(path: string): boolean;
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
  list(path: string, options: ListOptions): Promise<Listing>;
  /** Lines that match a Rust regular expression, with context, ignore files honoured. */
  search(request: SearchRequest): Promise<SearchOutcome>;
  /**
   * Lets a path be used that is refused as `private_path`, because keys or passwords are kept there: after a person
   * said so. Of a folder, what is listed and found in it; its files are asked for each.
   */
  share?(path: string): void;
  /** The version that content would have as a file. */
  versionOf(content: Uint8Array): string;
  /**
   * Writes or deletes all files or none, each by temp file + fsync + rename, keeping the file's mode. A file whose
   * version is not `before` any more is refused (`file_changed`) and nothing is written. No temp file survives a crash.
   */
  apply(changes: readonly FileChange[]): Promise<void>;
  /**
   * Completes an `apply` that a crash cut short after the first of its files, and removes what it left beside them.
   * False where they are not all as intended then: none had been changed, or somebody else changed one.
   */
  finish(steps: readonly FileStep[]): Promise<boolean>;
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
  /** For a new file: the file it was before, whose mode and owner it keeps. */
  readonly movedFrom?: string;
}

export interface ListOptions {
  readonly recursive: boolean;
  /** Glob: only files that fit it are listed. */
  readonly filePattern?: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface Listing {
  readonly entries: readonly string[];
  readonly isTruncated: boolean;
  /** Places of keys and passwords, which are not listed unless they are asked for. */
  readonly leftOut?: readonly string[];
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
  /** It took too long and was stopped: there may be more. */
  readonly isStopped?: boolean;
  /** Places of keys and passwords, which are not searched unless they are asked for. */
  readonly leftOut?: readonly string[];
}

export interface CommandRequest {
  readonly command: string;
  /** Workspace-relative; the root when absent. */
  readonly cwd?: string;
  /** How long it is waited for before it is killed with all its processes. Does not count in the background. */
  readonly timeoutMs: number;
  /** How long it is waited for before it goes on in the background; 0: not at all. Absent: it never does. */
  readonly backgroundAfterMs?: number;
  /** What it reads: nothing (the default), a pipe that `commands.send` writes to, or a terminal of its own. */
  readonly stdin?: "none" | "pipe" | "terminal";
  readonly signal: AbortSignal;
  /** Bytes of output kept, half from the head and half from the tail. */
  readonly maxOutputBytes: number;
  /** Output as it comes, as it came; may be called often. Not called any more once the command is in the background. */
  onOutput(text: string): void;
}

export interface CommandOutcome {
  /** Names the command in `commands`: `cmd-<digits>`. */
  readonly id: string;
  /** null when a signal ended it, and while it runs. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `processes`: killed because it started too many of them. `running`: it goes on in the background. */
  readonly ended: "exit" | "timeout" | "abort" | "processes" | "running";
  /**
   * stdout and stderr in their order, as a terminal would show them in the end; the middle is missing when
   * `omittedBytes` > 0, marked in the text. Only what came since the last outcome of the same command.
   */
  readonly output: string;
  readonly omittedBytes: number;
  readonly durationMs: number;
  /** Names the whole output for `commands.read`, where not all of it is in `output`. */
  readonly artifact?: string;
  /** It asks something, or would have, had there been anybody to answer. */
  readonly asks?: boolean;
  /** Its shell ended and other processes of it go on. */
  readonly leftRunning?: boolean;
  /** The system killed processes of it for the memory they used. */
  readonly ranOutOfMemory?: boolean;
  /** What the sandbox has to say about it, a sentence each: files that were not kept, a network that was not there. */
  readonly notes?: readonly string[];
}

export interface WorkspaceCommands {
  /** Commands that still run, and those that ended in the background since this was last called. Never throws. */
  news(): readonly CommandNews[];
  /**
   * Waits until the command ends or asks something, at most `waitMs`. Gives what it printed since the last time; of one whose end was
   * told already, all of it again. Throws `ToolFailure` `unknown_command`.
   */
  wait(id: string, options: CommandWait): Promise<CommandOutcome>;
  /**
   * Gives the command something to read, then waits as `wait` does. Throws `ToolFailure`: `unknown_command`,
   * `command_ended`, `no_input` for one that reads nothing.
   */
  send(id: string, input: CommandInput & CommandWait): Promise<CommandOutcome>;
  /** Ends the command with all its processes within two seconds. Throws `ToolFailure` `unknown_command`. */
  stop(id: string): Promise<CommandOutcome>;
  /** A piece of a command's whole output. Throws `ToolFailure`: `unknown_artifact`, `invalid_offset`, `slow_search`. */
  read(request: OutputRequest): Promise<OutputWindow>;
}

export interface CommandNews {
  readonly id: string;
  readonly command: string;
  /** As in `CommandOutcome`. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: CommandOutcome["ended"];
  readonly durationMs: number;
  /** Bytes printed that no outcome has told yet. */
  readonly newBytes: number;
  readonly leftRunning?: boolean;
}

export interface CommandWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

export interface CommandInput {
  readonly text: string;
  /** Nothing more will come. */
  readonly isLast: boolean;
}

export interface OutputRequest {
  /** `cmd-<digits>.txt`, or a command's id. */
  readonly artifact: string;
  /** Only lines that match: a regular expression, or else the text itself; case does not matter. */
  readonly search?: string;
  /** In bytes, from 0. */
  readonly offset: number;
  /** In bytes. */
  readonly limit: number;
}

export interface OutputWindow {
  readonly artifact: string;
  /** Numbered from 1 at the beginning of the output. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  /** Bytes that can be read. */
  readonly size: number;
  /** Bytes printed after those, which were not kept. */
  readonly lostBytes: number;
  /** Where to go on; absent at the end. */
  readonly nextOffset?: number;
}
