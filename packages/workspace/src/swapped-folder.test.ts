import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { LocalWorkspace } from "@roo-code/workspace";
import { describe, expect, it } from "vitest";
import { inner, rounds, roundsTimeoutMs, secret, stillFolder, swapFolder } from "../test/swapped-folder.ts";
import { FolderFiles } from "./folder/folder-files.ts";
import { searchFiles } from "./search/search-files.ts";
import { openSnapshots } from "./snapshots/open-snapshots.ts";
import { realClock } from "./snapshots/temp-snapshots.ts";

const signal = new AbortController().signal;

/** The result, or the failure. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    (value) => JSON.stringify(value) ?? "done",
    (error: unknown) => String(error),
  );
}

/** How often a file of the workspace was returned, and one from outside. */
async function count(times: number, ask: () => Promise<unknown>): Promise<{ inside: number; outside: number }> {
  const counts = { inside: 0, outside: 0 };
  for (let round = 0; round < times; round += 1) {
    const answer = await answerOf(ask());
    if (answer.includes(secret)) counts.outside += 1;
    else if (answer.includes(inner)) counts.inside += 1;
  }
  return counts;
}

describe("while a folder is swapped for a link to outside", { timeout: roundsTimeoutMs }, () => {
  it.each(["swapped/a.txt", "swapped/deep/c.txt"])("no content from there is read as %s", async (path) => {
    await using swapped = await swapFolder();
    const { files } = new LocalWorkspace({ root: swapped.root });
    const read = async () => Buffer.from((await files.read(path)).bytes).toString();
    const { outside } = await count(rounds.quick, read);
    expect(outside).toBe(0);
  });

  it("nothing is written there, and no temporary file is left", async () => {
    await using swapped = await swapFolder();
    const { files } = new LocalWorkspace({ root: swapped.root });
    let round = 0;
    await count(rounds.slow, async () => {
      round += 1;
      const content = Buffer.from("x");
      const path = ["swapped", "swapped/deep", "swapped/new"][round % 3];
      await files.apply([
        { path: `${path}/${round}.txt`, before: null, content },
        { path: `kept/${round}.txt`, before: null, content },
      ]);
    });
    expect(swapped.damage()).toEqual([]);
  });

  it("nothing is listed from there", async () => {
    await using swapped = await swapFolder();
    const { files } = new LocalWorkspace({ root: swapped.root });
    const { outside } = await count(rounds.slow, () => files.list(".", { recursive: true, limit: 100, signal }));
    expect(outside).toBe(0);
  });

  it("nothing is found there", async () => {
    await using swapped = await swapFolder();
    const { files } = new LocalWorkspace({ root: swapped.root });
    const request = { path: ".", regex: "side", contextLines: 1, limit: 100, signal };
    const { outside } = await count(rounds.slow / 2, () => files.search(request));
    expect(outside).toBe(0);
  });

  it("nothing is found there without ripgrep", async () => {
    await using swapped = await swapFolder();
    const request = { path: ".", regex: "side", contextLines: 1, limit: 100, signal };
    const search = { root: swapped.root, request, isFile: false, isIgnored: () => false };
    const { outside } = await count(rounds.slow / 2, () =>
      searchFiles({ ...search, ripgrep: undefined, environment: {} }),
    );
    expect(outside).toBe(0);
  });

  it("a user's file browser shows, packs, removes and writes nothing there", async () => {
    await using swapped = await swapFolder();
    const files = new FolderFiles({ folder: swapped.root, environment: {} });
    let round = 0;
    const { outside } = await count(rounds.slow, async () => {
      round += 1;
      switch (round % 5) {
        case 0:
          return files.list("swapped", 100);
        case 1:
          return gunzipSync(await buffer(files.download("swapped", 0).stream)).toString("latin1");
        case 2:
          return files.upload(`swapped/${round}.txt`, Readable.from(["x"]), { replaces: false, maxBytes: 10 });
        case 3:
          return files.makeFolder(`swapped/new/${round}`);
        default:
          return files.remove("swapped/deep");
      }
    });
    expect([outside, swapped.damage()]).toEqual([0, []]);
  });

  it.each([
    { what: "a few files", smallFiles: 1000 },
    { what: "many files", smallFiles: 0 },
  ])("a snapshot of $what contains nothing from there, and a restore writes nothing there", async ({ smallFiles }) => {
    await using swapped = await swapFolder();
    const options = { workspace: swapped.root, home: swapped.home, clock: realClock, smallFiles };
    const snapshots = await openSnapshots(options);
    const first = await snapshots.take("first");
    const { outside } = await count(rounds.slow / 10, async () => {
      const { id } = await snapshots.take("next");
      const texts = (await snapshots.diff(first.id, id)).files.map(({ text }) => text);
      await snapshots.restore(first.id);
      return texts;
    });
    await snapshots.dispose();
    expect([outside, swapped.damage()]).toEqual([0, []]);
  });
});

/** The cases above fail only because of the link. */
describe("without a swap", () => {
  it("files are read, written, listed and found", async () => {
    await using still = stillFolder();
    const { files } = new LocalWorkspace({ root: still.root });
    const text = async (path: string) => Buffer.from((await files.read(path)).bytes).toString();
    expect(await text("swapped/a.txt")).toBe(`${inner} of a.txt\n`);
    expect(await text("swapped/deep/c.txt")).toBe(`${inner} of deep/c.txt\n`);
    const written = ["swapped/1.txt", "swapped/deep/1.txt", "swapped/new/1.txt", "kept/1.txt"];
    await files.apply(written.map((path) => ({ path, before: null, content: Buffer.from("x") })));
    expect(await Promise.all(written.map(text))).toEqual(["x", "x", "x", "x"]);
    const { entries } = await files.list(".", { recursive: true, limit: 100, signal });
    expect(entries).toContain(`swapped/${inner}.txt`);
    const request = { path: ".", regex: "inside-text of", contextLines: 1, limit: 100, signal };
    const found = ["swapped/a.txt", "swapped/b.txt", "swapped/deep/c.txt"];
    expect((await files.search(request)).files.map(({ path }) => path).sort()).toEqual(found);
    const search = { root: still.root, request, isFile: false, isIgnored: () => false, environment: {} };
    const plain = await searchFiles({ ...search, ripgrep: undefined });
    expect(plain.files.map(({ path }) => path).sort()).toEqual(found);
  });

  it("a user's file browser shows, packs, removes and writes", async () => {
    await using still = stillFolder();
    const files = new FolderFiles({ folder: still.root, environment: {} });
    expect(JSON.stringify(await files.list("swapped", 100))).toContain(inner);
    const packed = gunzipSync(await buffer(files.download("swapped", 0).stream)).toString("latin1");
    expect(packed).toContain(`${inner} of a.txt`);
    await files.upload("swapped/1.txt", Readable.from(["x"]), { replaces: false, maxBytes: 10 });
    await files.makeFolder("swapped/new/1");
    await files.remove("swapped/deep");
    const names = readdirSync(join(still.root, "swapped")).sort();
    expect(names).toEqual(["1.txt", "a.txt", "b.txt", `${inner}.txt`, "new"].sort());
  });

  it.each([1000, 0])("a snapshot contains all of it, and a restore restores it (%s)", async (smallFiles) => {
    await using still = stillFolder();
    const options = { workspace: still.root, home: still.home, clock: realClock, smallFiles };
    const snapshots = await openSnapshots(options);
    const first = await snapshots.take("first");
    rmSync(join(still.root, "swapped", "deep"), { recursive: true });
    writeFileSync(join(still.root, "swapped", "a.txt"), "changed\n");
    const { id } = await snapshots.take("next");
    const changed = (await snapshots.diff(first.id, id)).files.map(({ path }) => path).sort();
    await snapshots.restore(first.id);
    await snapshots.dispose();
    const texts = ["a.txt", "deep/c.txt"].map((name) => readFileSync(join(still.root, "swapped", name), "utf8"));
    expect(changed).toEqual(["swapped/a.txt", "swapped/deep/c.txt"]);
    expect(texts).toEqual([`${inner} of a.txt\n`, `${inner} of deep/c.txt\n`]);
  });
});
