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
   * Runs a shell command until it ends, is stopped, or is moved to the background; never throws for what
   * the command did. A command ends when its shell does; processes it left running are listed in `commands`.
   */
  execute(request: CommandRequest): Promise<CommandOutcome>;
  /**
   * A command will probably follow: gets ready for it, so that it starts without delay. Resolves when ready, or when nothing
   * can be prepared; never rejects.
   */
  standBy?(): Promise<void>;
  /** Background commands, and the full output of those that printed much. */
  readonly commands: WorkspaceCommands;
  /** The shell that runs commands; default: bash, without knowledge of where it finds programs. */
  readonly shell?: WorkspaceShell;
  /** One line for approval prompts: why commands are not sandboxed. undefined if they are. */
  unconfined?(): Promise<string | undefined>;
  /** Kills every process it started. May be called twice. */
  dispose(): Promise<void>;
}

export interface WorkspaceShell {
  readonly kind: "bash" | "sh";
  /**
   * The file that a program name resolves to on the commands' PATH, if a task can have put it there: in the workspace, or wherever
   * else its commands can write. Workspace-relative if inside it. Undefined for a program of the machine, and if there is none.
   * `folder` is the working directory, undefined if unknown. Never throws.
   */
  findOwnProgram(name: string, folder: string | undefined): string | undefined;
  /**
   * Resolves all links of a path: workspace-relative if inside it, else absolute. A missing file
   * resolves to where it would be created. Undefined if it cannot be resolved. Never throws.
   */
  realPath(path: string): string | undefined;
  /** Resolved paths of the files that match a shell glob; undefined if there are too many. Never throws. */
  expand(glob: string): readonly string[] | undefined;
  /** Whether a workspace-relative path exists; false for what may be outside the workspace. Never throws. */
  exists(path: string): boolean;
}

export interface WorkspaceFiles {
  /** The workspace-relative form of a path a model wrote (`.` for the root itself). Touches nothing else. */
  resolve(path: string): Promise<string>;
  /** undefined if there is nothing at the path. */
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
   * Allows a path that is refused as `private_path` because keys or passwords are kept there, after a person
   * approved it. For a folder this covers listing and searching; each file in it needs its own approval.
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
   * Completes an `apply` interrupted by a crash after its first file, and removes its temp files.
   * False if the files are not all as intended afterwards: none had been changed, or someone else changed one.
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
  /** For a renamed file: the original, whose mode and owner it keeps. */
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
  /** Locations of keys and passwords, which are not listed unless requested. */
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
  /** Stopped by its time limit: there may be more. */
  readonly isStopped?: boolean;
  /** Locations of keys and passwords, which are not searched unless requested. */
  readonly leftOut?: readonly string[];
}

export interface CommandRequest {
  readonly command: string;
  /** Workspace-relative; the root when absent. */
  readonly cwd?: string;
  /** Timeout after which it is killed with all its processes. Does not apply in the background. */
  readonly timeoutMs: number;
  /** Time after which it is moved to the background; 0: at once. Absent: never. */
  readonly backgroundAfterMs?: number;
  /** Its stdin: nothing (the default), a pipe that `commands.send` writes to, or a terminal. */
  readonly stdin?: "none" | "pipe" | "terminal";
  readonly signal: AbortSignal;
  /** Bytes of output kept, half from the head and half from the tail. */
  readonly maxOutputBytes: number;
  /** Receives raw output as it arrives; may be called often. Not called once the command is in the background. */
  onOutput(text: string): void;
}

export interface CommandOutcome {
  /** Names the command in `commands`: `cmd-<digits>`. */
  readonly id: string;
  /** null when a signal ended it, and while it runs. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `processes`: killed because it started too many processes. `running`: it continues in the background. */
  readonly ended: "exit" | "timeout" | "abort" | "processes" | "running";
  /**
   * stdout and stderr interleaved, as a terminal would finally show them; the middle is missing if
   * `omittedBytes` > 0, marked in the text. Only what came since the last outcome of the same command.
   */
  readonly output: string;
  readonly omittedBytes: number;
  readonly durationMs: number;
  /** Id of the full output for `commands.read`, if `output` is incomplete. */
  readonly artifact?: string;
  /** It waits for input, or would have if stdin were open. */
  readonly asks?: boolean;
  /** Its shell ended, but other processes of it still run. */
  readonly leftRunning?: boolean;
  /** The system killed processes of it for lack of memory. */
  readonly ranOutOfMemory?: boolean;
  /** Notes of the sandbox, a sentence each: files that were not kept, missing network access. */
  readonly notes?: readonly string[];
}

export interface WorkspaceCommands {
  /** Running commands, and background commands that ended since the last call. Never throws. */
  news(): readonly CommandNews[];
  /**
   * Waits until the command ends or asks for input, at most `waitMs`. Returns the output since the last time; for one whose end was
   * already reported, all of it again. Throws `ToolFailure` `unknown_command`.
   */
  wait(id: string, options: CommandWait): Promise<CommandOutcome>;
  /**
   * Writes to the command's stdin, then waits as `wait` does. Throws `ToolFailure`: `unknown_command`,
   * `command_ended`, `no_input` if its stdin is closed.
   */
  send(id: string, input: CommandInput & CommandWait): Promise<CommandOutcome>;
  /** Kills the command with all its processes within two seconds. Throws `ToolFailure` `unknown_command`. */
  stop(id: string): Promise<CommandOutcome>;
  /** A part of a command's full output. Throws `ToolFailure`: `unknown_artifact`, `invalid_offset`, `slow_search`. */
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
  /** Bytes printed since the last outcome. */
  readonly newBytes: number;
  readonly leftRunning?: boolean;
}

export interface CommandWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

export interface CommandInput {
  readonly text: string;
  /** The output is complete. */
  readonly isLast: boolean;
}

export interface OutputRequest {
  /** `cmd-<digits>.txt`, or a command's id. */
  readonly artifact: string;
  /** Only lines that match: a regular expression, or plain text if it is not a valid one; case-insensitive. */
  readonly search?: string;
  /** In bytes, from 0. */
  readonly offset: number;
  /** In bytes. */
  readonly limit: number;
}

export interface OutputWindow {
  readonly artifact: string;
  /** Line numbers from 1 at the start of the output. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  /** Bytes that can be read. */
  readonly size: number;
  /** Bytes printed after those, which were not kept. */
  readonly lostBytes: number;
  /** Offset of the next part; absent at the end. */
  readonly nextOffset?: number;
}
