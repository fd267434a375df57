import { HunkReader } from "./hunk-reader.ts";
import { invalidPatch, type PatchHunk, type PatchSection } from "./patch-section.ts";

const hunkHeader = /^@@+ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;
const bareHunk = /^@@(?: \.\.\.)?\s*(?:@@)?\s*$/;

/** The files of a unified diff, as `diff -u` and git write them. Line numbers are hints; models miscount. */
export function parseUnifiedDiff(lines: readonly string[]): PatchSection[] {
  const starts = lines.flatMap((_, index) => (isFileHeader(lines, index) ? [index] : []));
  if (starts.length === 0) {
    throw invalidPatch("It begins neither with `*** Begin Patch` nor with `--- a/file` and `+++ b/file`.");
  }
  const sections = starts.map((start, index) => {
    const extended = lines.slice(index === 0 ? 0 : (starts[index - 1] ?? 0), start);
    return readFile(lines.slice(start, starts[index + 1] ?? lines.length), extended);
  });
  return [...sections, ...pureRenames(lines)];
}

function isFileHeader(lines: readonly string[], index: number): boolean {
  return /^--- \S/.test(lines[index] ?? "") && /^\+\+\+ \S/.test(lines[index + 1] ?? "");
}

function readFile(lines: readonly string[], before: readonly string[]): PatchSection {
  const [from, to] = [pathOf(lines[0] ?? ""), pathOf(lines[1] ?? "")];
  const hunks = readHunks(lines.slice(2));
  if (from === undefined && to === undefined) throw invalidPatch("A file is /dev/null on both sides.");
  if (from === undefined) return { kind: "add", path: to ?? "", text: addedText(hunks) };
  if (to === undefined) return { kind: "delete", path: from };
  const isRename = from !== to && before.some((line) => line.startsWith("rename to "));
  if (hunks.length === 0 && !isRename) throw invalidPatch(`It has no hunk (\`@@ -1,2 +1,2 @@\`) for "${from}".`);
  return { kind: "update", path: isRename ? from : to, moveTo: isRename ? to : undefined, hunks };
}

function readHunks(lines: readonly string[]): PatchHunk[] {
  const hunks = new HunkReader();
  let isOpen = false;
  for (const line of lines) {
    const [header, startLine] = hunkHeader.exec(line) ?? [];
    if (header !== undefined || bareHunk.test(line)) {
      hunks.open({ startLine: startLine === undefined ? undefined : Number(startLine) });
      isOpen = true;
    } else if (line.startsWith("\\")) hunks.noFinalBreak();
    else if (isOpen) isOpen = !/^(?:diff |index |```)/.test(line) && hunks.push(line);
  }
  return hunks.finish();
}

function addedText(hunks: readonly PatchHunk[]): string {
  const lines = hunks.flatMap(({ replace }) => replace);
  const last = hunks.at(-1);
  const end = last?.endsWithBreak === false ? "" : "\n";
  const kept = lines.at(-1) === "" && last?.search.length ? lines.slice(0, -1) : lines;
  return kept.length === 0 ? "" : kept.join("\n") + end;
}

function pureRenames(lines: readonly string[]): PatchSection[] {
  return lines.flatMap((line, index): PatchSection[] => {
    const [, path] = /^rename from (.+?)\s*$/.exec(line) ?? [];
    const [, moveTo] = /^rename to (.+?)\s*$/.exec(lines[index + 1] ?? "") ?? [];
    if (path === undefined || moveTo === undefined) return [];
    const following = lines.slice(index + 2).find((next) => /^(?:diff |--- )/.test(next));
    return following?.startsWith("--- ") ? [] : [{ kind: "update", path, moveTo, hunks: [] }];
  });
}

/** undefined for /dev/null. A timestamp after a tab and git's `a/` and `b/` are not part of the path. */
function pathOf(header: string): string | undefined {
  const name =
    header
      .slice(4)
      .split("\t")[0]
      ?.trim()
      .replace(/^"(.*)"$/, "$1") ?? "";
  return name === "/dev/null" ? undefined : name.replace(/^[ab]\//, "");
}
