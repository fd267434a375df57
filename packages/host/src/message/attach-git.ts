import { ToolFailure, type WorkspaceFiles } from "@roo-code/types";
import { type Git, openGit } from "../git/open-git.ts";
import { type Attached, boundText, shownName } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";

const maxCharacters = 50_000;
const maxFiles = 200;
/** No external diff programs, and no submodules. */
const plainDiff = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=dirty"];

/** Uncommitted changes within the workspace. */
export async function attachChanges(parts: MessageParts): Promise<Attached> {
  const repository = await openRepository(parts);
  if (typeof repository === "string") return { refused: repository };
  const { git, below } = repository;
  const flags = ["--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--ignore-submodules=dirty"];
  const status = await git(["status", ...flags, "--", "."]);
  if (!status) return { refused: "git status failed" };
  const entries = status.output.split("\0").filter((entry) => entry.length > 3);
  if (entries.length === 0) return { block: { name: "git_working_state", content: "Nothing has changed." } };
  const files = entries.map((entry) => ({ state: entry.slice(0, 2), path: below(entry.slice(3)) ?? entry.slice(3) }));
  const { shown, notices } = await choose(files, parts.workspace.files);
  const tracked = shown.filter(({ state }) => state !== "??").map(({ path }) => path);
  const hasCommit = (await git(["rev-parse", "--verify", "--quiet", "HEAD"])) !== undefined;
  const diff = await diffOf(git, ["diff", ...plainDiff, hasCommit ? "HEAD" : "--cached", "--relative"], tracked);
  const lines = shown.map(({ state, path }) => `${state} ${shownName(path)}`);
  if (status.isCut) notices.push("(git had more to list.)");
  return { block: { name: "git_working_state", content: [...lines, ...notices, "", diff].join("\n").trimEnd() } };
}

/** A commit's message and its changes within the workspace; undefined if there is no such commit. */
export async function attachCommit(hash: string, parts: MessageParts): Promise<Attached> {
  const repository = await openRepository(parts);
  if (typeof repository === "string") return undefined;
  const { git, below } = repository;
  const full = (await git(["rev-parse", "--verify", "--quiet", `${hash}^{commit}`]))?.output.trim();
  if (full === undefined || full === "") return undefined;
  const show = ["show", "-m", "--first-parent", ...plainDiff];
  const about = await git(["show", "-s", "--format=commit %H%nAuthor: %an <%ae>%nDate: %aI%n%n%B", full], 20_000);
  const named = await git([...show, "--format=", "--name-status", "-z", full]);
  if (!about || !named) return { refused: "git could not show the commit" };
  const changed = pairsOf(named.output).map(({ state, path }) => ({ state, path: below(path) }));
  const inside = changed.flatMap(({ state, path }) => (path === undefined ? [] : [{ state, path }]));
  const { shown, notices } = await choose(inside, parts.workspace.files);
  const outside = changed.length - inside.length;
  if (outside > 0) notices.push(`(${outside} files outside of the workspace are not shown.)`);
  if (named.isCut) notices.push("(git had more files to list.)");
  const paths = shown.map(({ path }) => path);
  const diff = await diffOf(git, [...show, "--format=", "--relative", full], paths);
  const lines = shown.map(({ state, path }) => `${state} ${shownName(path)}`);
  const content = [about.output.trimEnd(), "", ...lines, ...notices, "", diff].join("\n").trimEnd();
  return { block: { name: "git_commit", attributes: { hash: full }, content } };
}

interface Repository {
  readonly git: Git;
  /** The workspace-relative form of a path of the repository; undefined outside of the workspace. */
  readonly below: (path: string) => string | undefined;
}

/** The repository, or why there is none. */
async function openRepository({ workspace, environment, signal }: MessageParts): Promise<Repository | string> {
  const git = await openGit({ folder: workspace.root, environment, signal });
  if (!git) return "no git program of version 2.31 or later is on the PATH";
  const prefix = (await git(["rev-parse", "--show-prefix"]))?.output.replace(/\n$/, "");
  signal.throwIfAborted();
  if (prefix === undefined) return "the workspace is not in a readable git repository";
  return { git, below: (path) => (path.startsWith(prefix) ? path.slice(prefix.length) : undefined) };
}

interface ChangedFile {
  readonly state: string;
  readonly path: string;
}

/** A bounded number of files, without those that `.rooignore` hides and those that may contain keys. */
async function choose(
  changed: readonly ChangedFile[],
  files: WorkspaceFiles,
): Promise<{ shown: ChangedFile[]; notices: string[] }> {
  const shown: ChangedFile[] = [];
  const notices: string[] = [];
  const leftOut = new Map<string, number>();
  for (const file of changed.slice(0, maxFiles)) {
    const reason = await refusalOf(file.path, files);
    if (reason === undefined) shown.push(file);
    else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of leftOut)
    notices.push(`(${count} ${count === 1 ? "file is" : "files are"} left out: ${reason}.)`);
  const more = changed.length - maxFiles;
  if (more > 0) notices.push(`(${more} more ${more === 1 ? "file is" : "files are"} left out.)`);
  return { shown, notices };
}

/** A link to outside is still a change of the link itself; its target is not in the diff. */
async function refusalOf(path: string, files: WorkspaceFiles): Promise<string | undefined> {
  try {
    await files.stat(path);
    return undefined;
  } catch (error) {
    if (error instanceof ToolFailure) return refusals[error.code];
    throw error;
  }
}

const refusals: Readonly<Record<string, string>> = {
  ignored_path: ".rooignore hides them from the agent",
  private_path: "they may hold keys or private data",
};

async function diffOf(git: Git, args: readonly string[], paths: readonly string[]): Promise<string> {
  if (paths.length === 0) return "";
  const diff = await git([...args, "--", ...paths], 4 * maxCharacters);
  if (!diff) return "(git could not make the diff.)";
  const shown = boundText(diff.output, maxCharacters);
  return diff.isCut ? `${shown}\n(And git had more.)` : shown;
}

function pairsOf(output: string): ChangedFile[] {
  const fields = output.split("\0");
  return fields.flatMap((state, index) => {
    const path = fields[index + 1];
    return index % 2 === 0 && path !== undefined ? [{ state, path }] : [];
  });
}
