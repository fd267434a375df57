import type { BigIntStats } from "node:fs";
import type { SearchOutcome, SearchRequest } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { kernelFoldersIn } from "../files/confine.ts";
import { filePatternMatcher } from "../files/file-pattern.ts";
import type { IsIgnored } from "../files/roo-ignore.ts";
import { searchByWalking } from "./search-by-walking.ts";
import { SearchLines } from "./search-lines.ts";
import { searchWithRipgrep } from "./search-with-ripgrep.ts";

export interface FileSearch {
  readonly root: string;
  /** `path` is workspace-relative and confined. */
  readonly request: SearchRequest;
  readonly isFile: boolean;
  readonly isIgnored: IsIgnored;
  /** Whether a file is hidden by its identity, whatever its name. */
  readonly isIgnoredFile?: (stat: BigIntStats) => boolean;
  /** undefined: search without it. */
  readonly ripgrep: string | undefined;
  readonly environment: Record<string, string>;
  /** Time limit; the outcome is what was found until then. */
  readonly maxMs?: number;
}

const defaultMaxMs = 60_000;
/** A line break, or `\n` that is not an escaped backslash followed by n. */
const lineBreak = /\n|(?<!\\)(?:\\\\)*\\n/;
/** The system's limit for an argument. */
const maxExpressionBytes = 100_000;

export async function searchFiles(search: FileSearch): Promise<SearchOutcome> {
  const { root, request, isFile, isIgnoredFile = () => false, ripgrep, environment } = search;
  refuseUnsearchable(request);
  const isWanted = wantedFiles(search);
  const deadline = AbortSignal.timeout(search.maxMs ?? defaultMaxMs);
  if (ripgrep !== undefined) {
    return searchWithRipgrep({ program: ripgrep, root, environment, request, isWanted, isIgnoredFile, deadline });
  }
  const walk = { root, start: request.path, recursive: true, isIgnored: search.isIgnored, signal: request.signal };
  return searchByWalking({
    walk,
    isFile,
    request,
    isWanted,
    isIgnoredFile,
    deadline,
    found: new SearchLines(request.limit),
  });
}

function refuseUnsearchable({ regex, filePattern = "" }: SearchRequest): void {
  if (`${regex}${filePattern}`.includes("\0")) {
    throw new ToolFailure("invalid_regex", "The search contains a NUL byte, which no text file contains.");
  }
  if (lineBreak.test(regex)) {
    throw new ToolFailure(
      "invalid_regex",
      "Files are searched line by line, so the search cannot contain a line break.",
    );
  }
  if (Buffer.byteLength(regex) + Buffer.byteLength(filePattern) > maxExpressionBytes) {
    throw new ToolFailure("invalid_regex", "The search expression is too long. Search for a part of it.");
  }
}

function wantedFiles({ root, request, isFile, isIgnored }: FileSearch): (path: string) => boolean {
  const kernelFolders = kernelFoldersIn(root);
  const isOpen = (path: string): boolean =>
    !isIgnored(path) && !kernelFolders.some((folder) => path.startsWith(folder));
  if (request.filePattern === undefined || isFile) return isOpen;
  const fits = filePatternMatcher(request.filePattern, request.path);
  return (path) => fits(path) && isOpen(path);
}
