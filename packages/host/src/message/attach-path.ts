import { builtinTools } from "@roo-code/tools";
import { type FileStat, type ToolContext, ToolFailure, type Workspace } from "@roo-code/types";
import { type Attached, shownName } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import { withoutPunctuation } from "./find-mentions.ts";

interface PathMention {
  readonly word: string;
  readonly isCertain: boolean;
}

/** One interpretation of the typed text. */
interface Candidate {
  readonly path: string;
  readonly lines?: { readonly first: number; readonly last: number };
}

interface Found extends Candidate {
  readonly kind: FileStat["kind"];
}

const maxEntries = 200;

/** A file as read_file shows it, or the names in a folder. */
export async function attachPath(mention: PathMention, parts: MessageParts): Promise<Attached> {
  const { isCertain } = mention;
  let found: Found | undefined;
  try {
    found = await findPath(mention, parts.workspace);
    if (!found) return isCertain ? { refused: "there is no such file or folder" } : undefined;
    return found.kind === "directory" ? await attachFolder(found.path, parts) : await attachFile(found, parts);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return isCertain || found ? { refused: reasonOf(error) } : undefined;
  }
}

/** The typed text may end with a line range or punctuation; an existing file wins. */
async function findPath({ word, isCertain }: PathMention, { root, files }: Workspace): Promise<Found | undefined> {
  const spelled = word.replaceAll("\\ ", " ");
  const forms = [...new Set([spelled, withoutPunctuation(spelled)])];
  for (const candidate of forms.flatMap((form) => candidatesOf(form, root))) {
    const stat = await files.stat(candidate.path);
    if (stat && (isCertain || stat.kind === "file" || word.endsWith("/"))) return { ...candidate, kind: stat.kind };
  }
  return undefined;
}

function candidatesOf(form: string, root: string): readonly Candidate[] {
  const paths = [form.replace(/^\//, "") || ".", ...(form.startsWith(`${root}/`) ? [form] : [])];
  return paths.flatMap((path) => {
    const [, start, first, last = first] = /^(.+):(\d+)(?:-(\d+))?$/.exec(path) ?? [];
    const range = { first: Number(first), last: Number(last) };
    const isRange = start !== undefined && range.first >= 1 && range.last >= range.first;
    return isRange ? [{ path }, { path: start, lines: range }] : [{ path }];
  });
}

/** Runs read_file itself: the model sees the same, and edit tools treat the file as read. */
async function attachFile({ path, lines }: Found, parts: MessageParts): Promise<Attached> {
  const tool = await builtinTools.find(({ name }) => name === "read_file")?.load();
  if (tool?.kind !== "read") throw new TypeError("read_file is not a read tool");
  const range = lines && { offset: lines.first, limit: lines.last - lines.first + 1 };
  const { content, images = [], seen = [] } = await tool.run({ path, ...range }, contextOf(parts));
  return { block: { name: "file_content", attributes: { path: seen[0]?.path ?? path }, content }, images, seen };
}

function contextOf({ workspace, signal }: MessageParts): ToolContext {
  return { workspace, signal, ports: {}, report: () => {}, seenVersion: () => undefined };
}

async function attachFolder(typed: string, { workspace, signal }: MessageParts): Promise<Attached> {
  const path = await workspace.files.resolve(typed);
  const { entries, isTruncated } = await workspace.files.list(path, { recursive: true, limit: maxEntries, signal });
  const lines = entries.map(shownName);
  if (lines.length === 0) lines.push("(The folder is empty, or everything in it is ignored.)");
  if (isTruncated) lines.push(`(Only ${maxEntries} entries are listed, those at the top first.)`);
  const block = { name: "folder_content", attributes: { path: `${path}/` }, content: lines.join("\n") };
  return { block };
}

const reasons: Readonly<Record<string, string>> = {
  ignored_path: ".rooignore hides it from the agent",
  private_path: "it may contain keys or private data; ask the agent to read it, which requires your approval",
  outside_workspace: "it is not inside the workspace",
  binary_file: "it is a binary file, neither text nor an image nor a document that can be shown",
  not_a_file: "it is not a regular file",
  not_found: "there is no such file or folder",
};

function reasonOf({ code, message }: ToolFailure): string {
  return reasons[code] ?? message.replace(/\.$/, "");
}
