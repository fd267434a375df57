import { HunkReader } from "./hunk-reader.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";
import { invalidPatch, type PatchSection } from "./patch-section.ts";

const begin = /^\*\*\* Begin Patch\s*$/;
const end = /^\*\*\* End Patch\s*$/;
const header = /^\*\*\* (Add|Delete|Update) File: (.+?)\s*$/;
const move = /^\*\*\* Move to: (.+?)\s*$/;
const endOfFile = /^\*\*\* End of File\s*$/;
const contextLine = /^@@(?: (.*))?$/;

/** A patch with `*** Begin Patch`, or a unified diff. Text around it is ignored. Throws `ToolFailure`. */
export function parsePatch(patch: string): PatchSection[] {
  const lines = patch.split(/\r?\n/);
  const first = lines.findIndex((line) => begin.test(line));
  if (first === -1) return parseUnifiedDiff(lines);
  const last = lines.findLastIndex((line) => end.test(line));
  if (last < first) throw invalidPatch("It has no line `*** End Patch` and may be truncated. Send the complete patch.");
  const sections = new SectionReader(lines.slice(first + 1, last), first + 2).read();
  if (sections.length === 0) throw invalidPatch("It names no file.");
  return sections;
}

class SectionReader {
  readonly #lines: readonly string[];
  readonly #firstNumber: number;
  #at = 0;

  constructor(lines: readonly string[], firstNumber: number) {
    this.#lines = lines;
    this.#firstNumber = firstNumber;
  }

  read(): PatchSection[] {
    const sections: PatchSection[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#next();
      if (line.trim() === "") continue;
      const [, kind, path] = header.exec(line) ?? [];
      if (kind === undefined || path === undefined) throw this.#unexpected(line);
      sections.push(this.#section(kind, path));
    }
    return sections;
  }

  #section(kind: string, path: string): PatchSection {
    switch (kind) {
      case "Add":
        return { kind: "add", path, text: this.#added() };
      case "Delete":
        return { kind: "delete", path };
      default:
        return this.#update(path);
    }
  }

  #added(): string {
    const lines: string[] = [];
    for (; !this.#isAtHeader(); this.#at += 1) {
      const line = this.#lines[this.#at] ?? "";
      if (line.startsWith("+")) lines.push(line.slice(1));
      else if (line.trim() !== "") throw this.#unexpected(line, "Every line of a new file begins with +.");
    }
    return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  }

  #update(path: string): PatchSection {
    const [, moveTo] = move.exec(this.#lines[this.#at] ?? "") ?? [];
    if (moveTo !== undefined) this.#at += 1;
    const hunks = new HunkReader();
    while (!this.#isAtHeader()) {
      const line = this.#next();
      const context = contextLine.exec(line);
      if (context) hunks.open({ context: context[1]?.trim() || undefined });
      else if (endOfFile.test(line)) hunks.endOfFile();
      else if (!hunks.push(line)) throw this.#unexpected(line, "Every line of a hunk begins with a space, + or -.");
    }
    const read = hunks.finish();
    if (read.length === 0 && moveTo === undefined) throw invalidPatch(`It changes nothing in "${path}".`);
    return { kind: "update", path, moveTo, hunks: read };
  }

  #isAtHeader(): boolean {
    return this.#at >= this.#lines.length || header.test(this.#lines[this.#at] ?? "");
  }

  #next(): string {
    const line = this.#lines[this.#at] ?? "";
    this.#at += 1;
    return line;
  }

  #unexpected(line: string, rule = "A section begins with `*** Add|Delete|Update File: <path>`."): Error {
    const number = this.#firstNumber + this.#lines.indexOf(line);
    return invalidPatch(`Line ${number}, ${JSON.stringify(line.slice(0, 120))}, is not allowed there. ${rule}`);
  }
}
