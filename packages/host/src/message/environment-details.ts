import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type CommandNews, type FileVersion, ToolFailure, type WorkspaceFiles } from "@roo-code/types";
import { showBlock, shownName } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import { readSmallFile, topNames } from "./top-names.ts";

/**
 * The environment of a message: the workspace at the start of a task, later the changes since. Reads files and runs no
 * program. Empty when there is nothing to report.
 */
export async function environmentDetails(parts: MessageParts): Promise<string> {
  const lines = parts.isFirst ? await firstDetails(parts) : await laterDetails(parts);
  return lines.length === 0 ? "" : showBlock({ name: "environment_details", content: lines.join("\n") });
}

async function firstDetails({ workspace }: MessageParts): Promise<readonly string[]> {
  const branch = gitBranch(workspace.root);
  return [...(branch === undefined ? [] : [branch]), ...(await topNames(workspace))];
}

async function laterDetails(parts: MessageParts): Promise<readonly string[]> {
  const { workspace, state } = parts;
  const lines = [...dateLines(parts), ...commandLines(workspace.commands.news())];
  if (!state || state.seen.size === 0) return lines;
  const { changed, unchecked } = await changedSinceSeen(state.seen, workspace.files);
  if (changed.length > 0) lines.push("Changed on disk since you saw them:", ...changed.map(changeLine));
  if (unchecked > 0) lines.push(`(${unchecked} other files that you saw were not looked at.)`);
  return lines;
}

function changeLine({ path, version }: { path: string; version: string | null }): string {
  return `- ${shownName(path)}${version === null ? " (deleted)" : ""}`;
}

const datePrefix = "It is now ";

/** Once a day: the model knows the date from the start of the task and from each such line. */
function dateLines({ now, state }: MessageParts): readonly string[] {
  const [day = "", time = ""] = new Date(now).toISOString().split("T");
  if (!state || lastKnownDay(state) === day) return [];
  return [`${datePrefix}${day} ${time.slice(0, 5)} UTC.`];
}

function lastKnownDay({ messages, environment }: NonNullable<MessageParts["state"]>): string {
  const texts = messages.flatMap((message) => (message.role === "user" ? message.content : []));
  const last = texts.findLast((part) => part.type === "text" && part.attached && dayIn(part.text) !== undefined);
  return last?.type === "text" ? (dayIn(last.text) ?? environment.date) : environment.date;
}

function dayIn(attachment: string): string | undefined {
  const details = attachment.slice(attachment.lastIndexOf("<environment_details>"));
  return /^It is now (\d{4}-\d{2}-\d{2}) /m.exec(details)?.[1];
}

const maxCommand = 80;
const maxCommands = 10;

function commandLines(news: readonly CommandNews[]): readonly string[] {
  if (news.length === 0) return [];
  const older = news.length > maxCommands ? [`(And ${news.length - maxCommands} older ones.)`] : [];
  return ["Background commands:", ...news.slice(-maxCommands).map(commandLine), ...older];
}

function commandLine({ id, command, ended, exitCode, signal, newBytes }: CommandNews): string {
  const line = command.trim().replaceAll(/\s+/g, " ");
  const short = line.length > maxCommand ? `${line.slice(0, maxCommand).toWellFormed()}…` : line;
  const code = exitCode === null ? `signal ${signal ?? "unknown"}` : `exit code ${exitCode}`;
  const end = ended === "running" ? "still runs" : ended === "exit" ? `ended with ${code}` : "was stopped";
  return `- ${id} \`${short}\` ${end}${newBytes > 0 ? `, ${newBytes} bytes of output not seen yet` : ""}`;
}

const maxFiles = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * Files that changed since the model saw them, with their current version; null for deleted ones. The most recently seen
 * are checked first, as far as that is quick; `unchecked` counts the rest. A file that may no longer be read counts as
 * unchanged.
 */
async function changedSinceSeen(
  seen: ReadonlyMap<string, string | null>,
  files: WorkspaceFiles,
): Promise<{ changed: readonly FileVersion[]; unchecked: number }> {
  const newest = [...seen].toReversed();
  const changed: FileVersion[] = [];
  let unchecked = Math.max(0, newest.length - maxFiles);
  let bytesLeft = maxBytes;
  for (const [path, before] of newest.slice(0, maxFiles)) {
    try {
      const stat = await files.stat(path);
      bytesLeft -= stat?.size ?? 0;
      if (bytesLeft < 0) unchecked += 1;
      else {
        const version = stat ? (await files.read(path, { maxBytes: 1 })).version : null;
        if (version !== before) changed.push({ path, version });
      }
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
  return { changed: changed.toReversed(), unchecked };
}

/** The branch or commit that is checked out, read from git's files. */
function gitBranch(folder: string): string | undefined {
  const gitFolder = findRepository(folder);
  const head = gitFolder === undefined ? undefined : readSmallFile(join(gitFolder, "HEAD"))?.trim();
  if (head === undefined) return undefined;
  const branch = /^ref: (?:refs\/heads\/)?(.{1,200})$/.exec(head)?.[1];
  if (branch !== undefined) return `Git branch: ${shownName(branch)}`;
  return /^[0-9a-f]{40,64}$/.test(head) ? `Git: no branch, at commit ${head.slice(0, 12)}` : undefined;
}

/** The `.git` folder, or the folder that a `.git` file points to, as in a worktree. */
function findRepository(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    if (existsSync(path)) {
      const link = /^gitdir: (.+)$/m.exec(readSmallFile(path) ?? "")?.[1];
      return link === undefined ? path : resolve(folder, link);
    }
    if (folder === dirname(folder)) return undefined;
  }
}
