import { applied, type BaseEdit, baseEdit } from "./base-edit.ts";
import { bytesOf, type EditCase } from "./edit-case.ts";
import { mutationKinds } from "./mutation-kinds.ts";
import { Random } from "./random.ts";
import type { Source } from "./sources.ts";
import { diffCall, editCall, patchCall, unifiedCall } from "./write-call.ts";

/** At most `perKind` edits of each kind, from random files; deterministic for the same files. */
export function editCases(files: readonly Source[], perKind: number): EditCase[] {
  return Object.keys({ ...mutationKinds, ...formatKinds }).flatMap((kind, number) => {
    const random = new Random(number + 1);
    const cases: EditCase[] = [];
    for (let attempt = 0; attempt < 60 * perKind && cases.length < perKind; attempt += 1) {
      const source = random.pick(files);
      const edit = source && baseEdit(source, random, 5);
      const created = edit && createCase(kind, edit, random);
      if (created) cases.push({ ...created, name: `${kind}: ${edit.source.path}:${edit.start + 1}` });
    }
    return cases;
  });
}

type UnnamedCase = Omit<EditCase, "name">;

function createCase(kind: string, edit: BaseEdit, random: Random): UnnamedCase | undefined {
  const path = `a${/\.\w+$/.exec(edit.source.path)?.[0] ?? ".txt"}`;
  const format = formatKinds[kind];
  if (format) return { kind, path, ...format(edit, path) };
  const mutated = mutationKinds[kind]?.(edit, random);
  if (!mutated || isUnchanged(mutated.sent)) return undefined;
  const { sent, fileLines, readLines, expectedLines } = mutated;
  const hasHint = sent.startLine !== undefined;
  const call = random.below(3) === 0 && !hasHint && kind !== "blank lines around it" ? editCall(sent) : diffCall(sent);
  return {
    kind,
    path,
    call,
    file: bytesOf(fileLines),
    read: readLines ? bytesOf(readLines) : undefined,
    expected: expectedLines === "refused" ? "refused" : bytesOf(expectedLines),
  };
}

type Format = (edit: BaseEdit, path: string) => Pick<EditCase, "file" | "call" | "expected">;

/** File encodings and edit formats. */
const formatKinds: Readonly<Record<string, Format>> = {
  "CRLF file": (edit) => ({
    file: bytesOf(edit.source.lines, "\r\n"),
    call: diffCall(edit),
    expected: bytesOf(applied(edit), "\r\n"),
  }),
  "CRLF sent": (edit) => ({
    file: bytesOf(edit.source.lines),
    call: diffCall(edit, "\r\n"),
    expected: bytesOf(applied(edit)),
  }),
  "CRLF file, text replaced": (edit) => ({
    file: bytesOf(edit.source.lines, "\r\n"),
    call: editCall(edit),
    expected: bytesOf(applied(edit), "\r\n"),
  }),
  "byte order mark": (edit) => ({
    file: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(edit.source.lines)]),
    call: diffCall(edit),
    expected: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(applied(edit))]),
  }),
  "UTF-16": (edit) => ({
    file: utf16(edit.source.lines),
    call: editCall(edit),
    expected: utf16(applied(edit)),
  }),
  "latin-1": (edit) => ({
    file: latin1(["# gr\u00fcn", ...edit.source.lines]),
    call: diffCall(edit),
    expected: latin1(["# gr\u00fcn", ...applied(edit)]),
  }),
  "no final line break": (edit) => ({
    file: bytesOf(edit.source.lines).subarray(0, -1),
    call: diffCall(edit),
    expected: bytesOf(applied(edit)).subarray(0, -1),
  }),
  "a part of a line": (edit) => {
    const line = edit.source.lines[edit.start + edit.changed] ?? "";
    const search = [edit.search[edit.changed - 1] ?? "", line.slice(0, Math.ceil(line.length * 0.7))];
    const replace = [search[0] ?? "", `${search[1]}Changed`];
    const lines = edit.source.lines.with(
      edit.start + edit.changed,
      `${replace[1]}${line.slice(search[1]?.length ?? 0)}`,
    );
    const isUnique = edit.source.lines.join("\n").split(search.join("\n")).length === 2;
    return {
      file: bytesOf(edit.source.lines),
      call: editCall({ search, replace }),
      expected: isUnique ? bytesOf(lines) : "refused",
    };
  },
  patch: (edit, path) => ({
    file: bytesOf(edit.source.lines),
    call: patchCall(path, edit),
    expected: bytesOf(applied(edit)),
  }),
  "patch, indentation lost": (edit, path) => {
    const indent = Math.min(
      ...edit.search.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
    );
    const cut = (line: string): string => (line.trim() === "" ? line : line.slice(indent));
    const sent = { search: edit.search.map(cut), replace: edit.replace.map(cut) };
    return { file: bytesOf(edit.source.lines), call: patchCall(path, sent), expected: bytesOf(applied(edit)) };
  },
  "unified diff": (edit, path) => ({
    file: bytesOf(edit.source.lines),
    call: unifiedCall(path, { ...edit, startLine: edit.start + 1 }),
    expected: bytesOf(applied(edit)),
  }),
  "unified diff, wrong numbers": (edit, path) => ({
    file: bytesOf(edit.source.lines),
    call: unifiedCall(path, { ...edit, startLine: 3 }),
    expected: bytesOf(applied(edit)),
  }),
};

function utf16(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `${line}\n`).join("");
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
}

function latin1(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1");
}

function isUnchanged({ search, replace }: { search: readonly string[]; replace: readonly string[] }): boolean {
  return search.join("\n") === replace.join("\n");
}
