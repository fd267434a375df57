import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createAr } from "../archive/ar.ts";
import { folderEntries } from "../archive/folder-entries.ts";
import { createTar, type TarEntry } from "../archive/tar.ts";
import { writeArchive } from "./executable.ts";

interface DebianPackage {
  /** A staged platform. */
  readonly folder: string;
  readonly version: string;
  readonly architecture: string;
  readonly seconds: number;
  readonly into: string;
}

/** Writes a `.deb`: roo below /usr/lib/roo-code, linked from /usr/bin; manual and completions where Debian looks for them. */
export async function writeDebianPackage({
  folder,
  version,
  architecture,
  seconds,
  into,
}: DebianPackage): Promise<void> {
  const entries = dataEntries(folder);
  const scratch = mkdtempSync(join(tmpdir(), "roo-deb-"));
  try {
    const data = join(scratch, "data.tar.gz");
    const written = { sums: "", bytes: 0 };
    await writeArchive(counted(entries, written), seconds, data);
    const control = controlEntries({ version, architecture, ...written });
    const members = [
      { name: "debian-binary", content: Buffer.from("2.0\n") },
      { name: "control.tar.gz", content: gzipSync(createTar(control, seconds)) },
      { name: "data.tar.gz", content: readFileSync(data) },
    ];
    writeFileSync(into, createAr(members, seconds));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function dataEntries(folder: string): TarEntry[] {
  const library = "./usr/lib/roo-code";
  const inShare = (entry: TarEntry) => entry.path.startsWith(`${library}/share`);
  const all = folderEntries(folder, library);
  const shared = all.filter(inShare).map((entry) => ({ ...entry, path: entry.path.replace(library, "./usr") }));
  const licence: TarEntry = {
    type: "file",
    path: "./usr/share/doc/roo-code/copyright",
    content: Buffer.concat([
      readFileSync(join(folder, "LICENSE")),
      readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt")),
    ]),
    isExecutable: false,
  };
  return [
    ...["./", "./usr", "./usr/bin", "./usr/lib"].map((path) => ({ type: "folder" as const, path })),
    { type: "link", path: "./usr/bin/roo", target: "../lib/roo-code/bin/roo" },
    ...all.filter((entry) => !inShare(entry)),
    ...shared,
    ...["./usr/share/doc", "./usr/share/doc/roo-code"].map((path) => ({ type: "folder" as const, path })),
    licence,
  ];
}

/** The same entries; `written` gets the lines of `md5sums` and the size, as files are read. */
function* counted(entries: readonly TarEntry[], written: { sums: string; bytes: number }): Generator<TarEntry> {
  for (const entry of entries) {
    if (entry.type !== "file") {
      yield entry;
      continue;
    }
    const content = typeof entry.content === "function" ? entry.content() : entry.content;
    written.sums += `${createHash("md5").update(content).digest("hex")}  ${entry.path.slice(2)}\n`;
    written.bytes += content.length;
    yield { ...entry, content };
  }
}

function controlEntries(about: { version: string; architecture: string; sums: string; bytes: number }): TarEntry[] {
  const control = `Package: roo-code
Version: ${about.version}
Architecture: ${about.architecture}
Maintainer: The Roo Code maintainers <maintainers@roo-code.invalid>
Installed-Size: ${Math.ceil(about.bytes / 1024)}
Depends: libc6 (>= 2.28), libstdc++6
Recommends: git, bubblewrap
Suggests: chromium
Section: devel
Priority: optional
Description: AI coding agent for the terminal and the browser
 Describe a change; the agent reads, edits, runs and asks, in modes that
 really restrict it. Every effect goes through one approval gate, and
 everything it changes can be undone.
`;
  const files = { "./control": control, "./md5sums": about.sums };
  return [
    { type: "folder", path: "./" },
    ...Object.entries(files).map(([path, text]) => ({
      type: "file" as const,
      path,
      content: Buffer.from(text),
      isExecutable: false,
    })),
  ];
}
