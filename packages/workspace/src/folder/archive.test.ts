import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createGzip, gzipSync } from "node:zlib";
import { Header } from "tar";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packTexts, unpackFolder } from "./archive.ts";
import { packFolder } from "./pack-folder.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roo-archive-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));
const limits = { maxBytes: 100_000_000 };

it("restores everything unchanged", async () => {
  const from = join(base, "from");
  mkdirSync(join(from, "ünïcode/deep/empty"), { recursive: true });
  const long = `${"x".repeat(120)}/${"y".repeat(120)}`;
  mkdirSync(join(from, "x".repeat(120)));
  for (const [name, content] of Object.entries({
    "a.txt": "A",
    "ünïcode/ß.txt": "B",
    [long]: "C",
    ".git": "gitdir: x",
  }))
    writeFileSync(join(from, name), content);
  writeFileSync(join(from, "run.sh"), "#!/bin/sh\n");
  chmodSync(join(from, "run.sh"), 0o755);
  symlinkSync("ünïcode/ß.txt", join(from, "link"));
  symlinkSync("../a.txt", join(from, "ünïcode/up"));
  symlinkSync("nothing/here", join(from, "dangling"));
  const to = join(base, "to");
  await unpackFolder(packFolder(from), to, limits);
  expect(readFileSync(join(to, long), "utf8")).toBe("C");
  expect(readFileSync(join(to, "link"), "utf8")).toBe("B");
  expect(readFileSync(join(to, "ünïcode/up"), "utf8")).toBe("A");
  expect(readlinkSync(join(to, "dangling"))).toBe("nothing/here");
  expect(statSync(join(to, "run.sh")).mode & 0o111).toBe(0o111);
  expect(lstatSync(join(to, "ünïcode/deep/empty")).isDirectory()).toBe(true);
  expect(readdirSync(base).sort()).toEqual(["from", "to"]);
});

it("packs texts as well", async () => {
  await unpackFolder(
    packTexts(
      new Map([
        ["a.json", "{}"],
        ["b.txt", "x".repeat(512)],
        ["c", ""],
      ]),
    ),
    join(base, "to"),
    limits,
  );
  expect(readdirSync(join(base, "to")).sort()).toEqual(["a.json", "b.txt", "c"]);
  expect(readFileSync(join(base, "to/b.txt"), "utf8")).toBe("x".repeat(512));
});

const hostile: Record<string, Parameters<typeof tarOf>[0]> = {
  "a path upwards": [{ path: "../evil", content: "x" }],
  "a path upwards from below": [{ path: "a/../../evil", content: "x" }],
  "an absolute path": [{ path: "/tmp/roo-evil", content: "x" }],
  "a link out": [{ path: "out", type: "SymbolicLink", linkpath: "../.." }],
  "an absolute link": [{ path: "out", type: "SymbolicLink", linkpath: "/etc" }],
  "a link, and a file through it": [
    { path: "out", type: "SymbolicLink", linkpath: "/tmp" },
    { path: "out/evil", content: "x" },
  ],
  "a folder that becomes a link": [
    { path: "d/", type: "Directory" },
    { path: "d", type: "SymbolicLink", linkpath: "." },
    { path: "d/../../evil", content: "x" },
  ],
  "links that lead out together": [
    { path: "sub/", type: "Directory" },
    { path: "sub/top", type: "SymbolicLink", linkpath: ".." },
    { path: "out", type: "SymbolicLink", linkpath: "sub/top/../evil" },
  ],
  "a hard link": [{ path: "hard", type: "Link", linkpath: "/etc/passwd" }],
  "a device": [{ path: "null", type: "CharacterDevice" }],
  "a pipe": [{ path: "pipe", type: "FIFO" }],
};

for (const [name, entries] of Object.entries(hostile)) {
  it(`refuses ${name}, and leaves nothing behind`, async () => {
    const packed = Readable.from([gzipSync(tarOf(entries))]);
    await expect(unpackFolder(packed, join(base, "to"), limits)).rejects.toMatchObject({ code: "unsafe_archive" });
    expect(readdirSync(base)).toEqual([]);
    expect(existsSync(join(tmpdir(), "roo-evil"))).toBe(false);
  });
}

it("refuses what is not a gzipped tar, and a truncated one", async () => {
  const whole = gzipSync(tarOf([{ path: "a", content: "x".repeat(5000) }]));
  for (const bytes of [Buffer.from("rubbish"), whole.subarray(0, whole.length / 2), gzipSync("rubbish".repeat(500))])
    await expect(unpackFolder(Readable.from([bytes]), join(base, "to"), limits)).rejects.toMatchObject({
      code: "unsafe_archive",
    });
  expect(readdirSync(base)).toEqual([]);
});

it("stops at its limits long before a bomb is unpacked", async () => {
  const many = gzipSync(tarOf(Array.from({ length: 50 }, (_, n) => ({ path: `f${n}`, content: "" }))));
  await expect(
    unpackFolder(Readable.from([many]), join(base, "to"), { ...limits, maxEntries: 20 }),
  ).rejects.toMatchObject({ code: "archive_too_large" });
  await expect(
    unpackFolder(Readable.from([gzipSync(tarOf([{ path: "a", content: "x".repeat(5000) }]))]), join(base, "to"), {
      maxBytes: 1000,
    }),
  ).rejects.toMatchObject({ code: "archive_too_large" });
  // Ten gigabytes of zeros, of which hardly any is ever produced.
  let made = 0;
  const zeros = Buffer.alloc(1024 * 1024);
  const bomb = Readable.from(
    (function* () {
      yield header({ path: "bomb", size: 10 * 1024 ** 3 });
      for (; made < 10 * 1024; made += 1) yield zeros;
    })(),
  );
  const packed = bomb.pipe(createGzip({ level: constants.Z_BEST_COMPRESSION }));
  await expect(unpackFolder(packed, join(base, "to"), { maxBytes: 100 * 1024 ** 3 })).rejects.toMatchObject({
    code: "archive_too_large",
  });
  bomb.destroy();
  expect(made).toBeLessThan(2000);
  expect(readdirSync(base)).toEqual([]);
});

it("fails if what it packs is removed", async () => {
  await expect(buffer(packFolder(join(base, "nothing")))).rejects.toThrow("ENOENT");
});

interface Entry {
  readonly path: string;
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link" | "CharacterDevice" | "FIFO";
  readonly linkpath?: string;
  readonly content?: string;
}

function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ content = "", ...entry }) => {
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return [header({ ...entry, size: Buffer.byteLength(content) }), body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(entry: Omit<Entry, "content"> & { readonly size: number }): Buffer {
  const block = Buffer.alloc(512);
  new Header({ mode: 0o644, uid: 0, gid: 0, mtime: new Date(0), type: "File", ...entry }).encode(block, 0);
  return block;
}
