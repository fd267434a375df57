import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonServer } from "@roo-code/testkit/json-server";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { createTempIndex } from "../test/temp-index.ts";
import { hasIndex, indexPaths } from "./open-index.ts";
import { takeBuilderLock } from "./update/builder-lock.ts";

const files = {
  "src/retry.ts": "export function waitBeforeRetry(attempt: number) {\n  return 100 * 2 ** attempt;\n}\n",
  "src/invoice.ts": "export function sumInvoice(lines: number[]) {\n  return lines.reduce((a, b) => a + b, 0);\n}\n",
  "docs/animals.md": "# Animals\n\nThe zebra lives in the savanna.\n",
};

describe("searching", () => {
  it("finds a file by words, by parts of names and by related words", async () => {
    await using fixture = createTempIndex(files);
    expect((await fixture.search("zebra")).hits[0]).toMatchObject({
      path: "docs/animals.md",
      startLine: 1,
      endLine: 3,
    });
    expect((await fixture.search("sum of an invoice")).hits[0]?.path).toBe("src/invoice.ts");
    const { hits } = await fixture.index.searchBy("vectors", {
      query: "backoff between attempts",
      limit: 3,
      signal: new AbortController().signal,
      report: () => undefined,
    });
    expect(hits[0]?.path).toBe("src/retry.ts");
  });

  it("returns the text of the file, its lines and a score from 0 to 1", async () => {
    await using fixture = createTempIndex(files);
    const [hit] = (await fixture.search("retry attempt")).hits;
    expect(hit).toMatchObject({ startLine: 1, endLine: 3, text: files["src/retry.ts"].trimEnd() });
    expect(hit?.score).toBeGreaterThan(0);
    expect(hit?.score).toBeLessThanOrEqual(1);
  });

  it("stays below the requested folder", async () => {
    await using fixture = createTempIndex(files);
    const { hits } = await fixture.search("zebra retry invoice", { path: "src" });
    expect(new Set(hits.map(({ path }) => path))).toEqual(new Set(["src/retry.ts", "src/invoice.ts"]));
    await expect(fixture.search("x", { path: "../elsewhere" })).rejects.toMatchObject({ code: "outside_workspace" });
  });

  it("treats any text as words, also operators of the query language", async () => {
    await using fixture = createTempIndex(files);
    for (const query of ['"', "zebra AND (", "NEAR(a b) *", "path:x^2", "", "日本語 ключ"]) {
      await expect(fixture.search(query)).resolves.toMatchObject({ filesLeft: 0 });
    }
  });
});

describe("updating", () => {
  it("reads a file again only when it has changed, and keeps chunks that have not", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    fixture.takeReads();
    const again = await fixture.index.build();
    expect(again).toMatchObject({ files: 3, total: 0, removed: 0 });
    expect(fixture.takeReads()).toEqual([]);
    fixture.temp.write("docs/animals.md", "# Animals\n\nThe okapi lives in the forest.\n");
    expect((await fixture.search("okapi")).hits[0]?.path).toBe("docs/animals.md");
    expect(fixture.takeReads().filter((path) => path !== "docs/animals.md")).toEqual([]);
    expect((await fixture.search("zebra")).hits.map(({ text }) => text).join()).not.toContain("zebra");
  });

  it("moves chunks to new lines without embedding them again", async () => {
    const body = Array.from({ length: 40 }, (_, at) => `export const setting${at} = "${"word ".repeat(30)}";`).join(
      "\n",
    );
    await using fixture = createTempIndex({ "a.txt": `${body}\n\nthe quick fox\n` });
    await fixture.index.build();
    const before = await fixture.index.status();
    fixture.temp.write("a.txt", `first line\n${body}\n\nthe quick fox\n`);
    await fixture.index.build();
    expect((await fixture.index.status()).chunks).toBe(before.chunks);
    const [hit] = (await fixture.search("quick fox")).hits;
    expect(hit?.text).toContain("the quick fox");
  });

  it("removes files and folders that are gone", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    rmSync(fixture.temp.path("src"), { recursive: true });
    expect((await fixture.search("invoice retry")).hits.filter(({ path }) => path.startsWith("src"))).toEqual([]);
    expect(await fixture.index.status()).toMatchObject({ files: 1 });
  });

  it("follows changes, new folders and new ignore rules while it watches", async () => {
    await using fixture = createTempIndex(files, { watch: true });
    await fixture.index.build();
    fixture.temp.write("src/deep/giraffe.ts", "export const giraffe = 1;\n");
    let found: string[] = [];
    const look = async () => {
      found = (await fixture.search("giraffe")).hits.map(({ path }) => path);
      return found.includes("src/deep/giraffe.ts");
    };
    while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
    rmSync(fixture.temp.path("src/deep"), { recursive: true });
    while (await look()) await new Promise((resolve) => setImmediate(resolve));
    fixture.temp.write("src/deep/other.ts", "export const other = 1;\n");
    fixture.temp.write("src/deep/giraffe.ts", "export const giraffe = 2;\n");
    while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
    fixture.temp.write(".gitignore", "deep/\n");
    while (await look()) await new Promise((resolve) => setImmediate(resolve));
    expect(found).not.toContain("src/deep/giraffe.ts");
  });
});

describe("excluded files", () => {
  it("are ignored, private, binary, generated or large ones, and links", async () => {
    await using fixture = createTempIndex({
      ...files,
      ".gitignore": "secret-plans/\n",
      ".rooignore": "kept.txt\n",
      "secret-plans/a.txt": "walrus",
      "kept.txt": "walrus",
      ".env": "WALRUS=walrus",
      "photo.png": "walrus",
      "blob.dat2": new Uint8Array([119, 97, 108, 114, 117, 115, 0, 1]),
      "app.min.js": "walrus",
      "huge.txt": `walrus ${"x ".repeat(600_000)}`,
    });
    symlinkSync(fixture.temp.path("docs/animals.md"), fixture.temp.path("link.md"));
    expect((await fixture.search("walrus")).hits.filter(({ text }) => text.includes("walrus"))).toEqual([]);
    expect((await fixture.search("zebra")).hits.map(({ path }) => path)).not.toContain("link.md");
    const { skipped } = await fixture.index.build();
    expect(Object.fromEntries(skipped)).toEqual({ private: 1, binary: 1, generated: 1, large: 1 });
  });
});

it("indexes no folder with keys in a home folder", async () => {
  const kept = { ".ssh/notes.md": "walrus", ".aws/a.ts": "walrus", "src/a.ts": "walrus" };
  await using temp = createTempWorkspace(kept, { isHome: true });
  await using fixture = createTempIndex({}, { root: temp.root, files: temp.workspace.files });
  const { hits } = await fixture.search("walrus");
  expect(hits.map(({ path }) => path)).toEqual(["src/a.ts"]);
});

describe("its file", () => {
  it("is below the home, and exists once something was built", async () => {
    await using fixture = createTempIndex(files);
    expect(hasIndex(fixture.home, fixture.temp.root)).toBe(false);
    expect(await fixture.index.status()).toMatchObject({ state: "none", files: 0 });
    expect(hasIndex(fixture.home, fixture.temp.root)).toBe(false);
    await fixture.index.build();
    expect(hasIndex(fixture.home, fixture.temp.root)).toBe(true);
    expect(await fixture.index.status()).toMatchObject({ state: "ready", files: 3, embedder: "local:words-1" });
  });

  it("is set aside and rebuilt when it is damaged", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    await fixture.index.close();
    const { file, folder } = indexPaths(fixture.home, fixture.temp.root);
    writeFileSync(file, "this is no database, whatever its name says. ".repeat(100));
    const index = fixture.again();
    const outcome = await index.search({
      query: "zebra",
      limit: 3,
      signal: new AbortController().signal,
      report: () => {},
    });
    expect(outcome.hits[0]?.path).toBe("docs/animals.md");
    expect(fixture.notices.join()).toContain("was damaged and is being rebuilt");
    expect(readdirSync(folder)).toContain("index.damaged.sqlite");
  });

  it("is rebuilt when only a part of it is damaged", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    await fixture.index.close();
    const { file } = indexPaths(fixture.home, fixture.temp.root);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, 4096));
    const index = fixture.again();
    const request = { query: "zebra", limit: 3, signal: new AbortController().signal, report: () => {} };
    expect((await index.search(request)).hits[0]?.path).toBe("docs/animals.md");
    expect(fixture.notices.join()).toContain("was damaged");
  });

  it("is built although the lock file is damaged", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    writeFileSync(indexPaths(fixture.home, fixture.temp.root).lock, "not a database at all ".repeat(300));
    fixture.temp.write("new.txt", "the narwhal");
    expect((await fixture.search("narwhal")).hits[0]?.path).toBe("new.txt");
    expect(fixture.notices).toEqual([]);
  });

  it("may be deleted while it is in use", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    rmSync(join(fixture.home, "index"), { recursive: true });
    expect((await fixture.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    expect(existsSync(indexPaths(fixture.home, fixture.temp.root).file)).toBe(true);
  });
});

describe("two processes", () => {
  it("leave the build to the one that started it, and report what is missing", async () => {
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    fixture.temp.write("new.txt", "the narwhal");
    {
      using _lock = takeBuilderLock(indexPaths(fixture.home, fixture.temp.root).lock);
      await expect(fixture.again().build()).rejects.toMatchObject({ code: "index_busy" });
      expect(await fixture.search("narwhal")).toMatchObject({ filesLeft: 1 });
      expect((await fixture.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    }
    expect((await fixture.search("narwhal")).hits[0]?.path).toBe("new.txt");
  });

  it("survive a killed builder, and see what the other has written", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`part/${at}.txt`, `number ${at} ${"tapir ".repeat(at % 9)}`]),
    );
    await using fixture = createTempIndex({ ...files, ...many });
    expect((await fixture.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    fixture.temp.write("late.txt", "the narwhal");
    const program = new URL("../test/build-index.ts", import.meta.url).pathname;
    const killed = spawn(process.execPath, [program, fixture.home, fixture.temp.root], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(killed.stdout, "data");
    killed.kill("SIGKILL");
    await once(killed, "close");
    const whole = spawn(process.execPath, [program, fixture.home, fixture.temp.root], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(whole, "close")).toEqual([0, null]);
    expect((await fixture.search("narwhal")).hits[0]?.path).toBe("late.txt");
    expect(await fixture.index.status()).toMatchObject({ files: 304 });
  });
});

describe("other embedders", () => {
  const embedding = (request: { body: unknown }) => {
    const { input } = request.body as { input: string[] };
    return {
      data: input.map((text, index) => ({ index, embedding: [text.includes("zebra") ? 1 : 0, text.length, 1] })),
    };
  };

  it("rebuild the index when the setting changes", async () => {
    await using server = await jsonServer({ "POST /embeddings": embedding });
    await using fixture = createTempIndex(files);
    await fixture.index.build();
    await fixture.index.close();
    const settings = { embedder: "openai-compatible", model: "m", baseUrl: server.origin } as const;
    const { total } = await fixture.again({ settings }).build();
    expect(total).toBe(3);
    expect(fixture.notices.join()).toContain("built with other settings");
  });

  it("are reported while down, when the search uses words alone", async () => {
    let isDown = false;
    const answer = (request: { body: unknown }) => (isDown ? new Response("no", { status: 400 }) : embedding(request));
    await using server = await jsonServer({ "POST /embeddings": answer });
    const settings = { embedder: "openai-compatible", model: "m", baseUrl: server.origin } as const;
    await using fixture = createTempIndex(files, { settings });
    await fixture.index.build();
    isDown = true;
    fixture.temp.write("new.txt", "the narwhal");
    expect((await fixture.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    expect(fixture.reports.join()).toContain("answered 400");
    isDown = false;
    expect((await fixture.search("narwhal")).hits[0]?.path).toBe("new.txt");
  });

  it("give the model a failure when the settings are incomplete", async () => {
    await using fixture = createTempIndex(files, { settings: { embedder: "openai" } });
    await expect(fixture.search("x")).rejects.toMatchObject({ name: "ToolFailure", code: "index_unavailable" });
    await expect(fixture.index.build()).rejects.toMatchObject({ code: "no_key" });
  });
});

it("stops waiting when the search is aborted", async () => {
  await using fixture = createTempIndex(files);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(fixture.index.search({ query: "x", limit: 1, signal, report: () => {} })).rejects.toThrow("enough");
});

it("stops building when it is closed, and continues later", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`part/${at}.txt`, `number ${at}`]));
  await using fixture = createTempIndex(many);
  let hasBegun = false;
  const ended = fixture.index.build({ onProgress: () => (hasBegun = true) }).catch((error: unknown) => error);
  await until(() => hasBegun);
  await fixture.index.close();
  expect(await ended).toMatchObject({ name: "AbortError" });
  await fixture.again().build();
  expect(await fixture.again().status()).toMatchObject({ state: "ready", files: 200 });
});
