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
  /** Whether a file is kept from the agent by what it is, whatever its name. */
  readonly isKept?: (stat: BigIntStats) => boolean;
  /** undefined: search without it. */
  readonly ripgrep: string | undefined;
  readonly environment: Record<string, string>;
  /** How long it may take; what was found until then is the outcome. */
  readonly maxMs?: number;
}

const defaultMaxMs = 60_000;
/** A line break itself, or `\n` that no backslash before it makes a backslash and an n. */
const lineBreak = /\n|(?<!\\)(?:\\\\)*\\n/;
/** The system takes no longer argument. */
const maxExpressionBytes = 100_000;

export async function searchFiles(search: FileSearch): Promise<SearchOutcome> {
  const { root, request, isFile, isKept = () => false, ripgrep, environment } = search;
  refuseUnsearchable(request);
  const isWanted = wantedFiles(search);
  const deadline = AbortSignal.timeout(search.maxMs ?? defaultMaxMs);
  if (ripgrep !== undefined) {
    return searchWithRipgrep({ program: ripgrep, root, environment, request, isWanted, isKept, deadline });
  }
  const walk = { root, start: request.path, recursive: true, isIgnored: search.isIgnored, signal: request.signal };
  return searchByWalking({ walk, isFile, request, isWanted, isKept, deadline, found: new SearchLines(request.limit) });
}

function refuseUnsearchable({ regex, filePattern = "" }: SearchRequest): void {
  if (`${regex}${filePattern}`.includes("\0")) {
    throw new ToolFailure("invalid_regex", "The search contains a NUL byte, which no text file does.");
  }
  if (lineBreak.test(regex)) {
    throw new ToolFailure("invalid_regex", "Files are searched line by line, so the search cannot hold a line break.");
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
