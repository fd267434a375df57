import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** Beyond so many changed lines a diff takes long to compute and nobody reads it. */
const maxEditLength = 4000;
const maxLength = 100_000;

/** What changes, for the person who approves it. `before` is undefined for a new file. */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const oldName = before === undefined ? "/dev/null" : `a/${path}`;
  const options = { context: 3, maxEditLength, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(oldName, `b/${path}`, before ?? "", after, undefined, undefined, options);
  if (patch === undefined) return `(${path}: too many changes to be shown)\n${after.slice(0, maxLength)}`;
  return patch.length <= maxLength ? patch : `${patch.slice(0, maxLength)}\n(the diff goes on)`;
}
