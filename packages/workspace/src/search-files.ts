import type { SearchOutcome, SearchRequest } from "@roo-code/types";
import { kernelFoldersIn } from "./confine.ts";
import { filePatternMatcher } from "./file-pattern.ts";
import type { IsIgnored } from "./roo-ignore.ts";
import { searchByWalking } from "./search-by-walking.ts";
import { SearchLines } from "./search-lines.ts";
import { searchWithRipgrep } from "./search-with-ripgrep.ts";

export interface FileSearch {
  readonly root: string;
  /** `path` is workspace-relative and confined. */
  readonly request: SearchRequest;
  readonly isFile: boolean;
  readonly isIgnored: IsIgnored;
  /** undefined: search without it. */
  readonly ripgrep: string | undefined;
  readonly environment: Record<string, string>;
}

export async function searchFiles(search: FileSearch): Promise<SearchOutcome> {
  const { root, request, isFile, ripgrep, environment } = search;
  const isWanted = wantedFiles(search);
  if (ripgrep !== undefined) return searchWithRipgrep({ program: ripgrep, root, environment, request, isWanted });
  const walk = { root, start: request.path, recursive: true, isIgnored: search.isIgnored, signal: request.signal };
  return searchByWalking({ walk, isFile, request, isWanted, found: new SearchLines(request.limit) });
}

function wantedFiles({ root, request, isFile, isIgnored }: FileSearch): (path: string) => boolean {
  const kernelFolders = kernelFoldersIn(root);
  const isOpen = (path: string): boolean =>
    !isIgnored(path) && !kernelFolders.some((folder) => path.startsWith(folder));
  if (request.filePattern === undefined || isFile) return isOpen;
  const fits = filePatternMatcher(request.filePattern, request.path);
  return (path) => fits(path) && isOpen(path);
}
