import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonServer } from "@roo-code/testkit/json-server";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { createTempIndex } from "../test/temp-index.ts";
import { hasIndex, indexPaths } from "./index-paths.ts";
import { takeBuilderLock } from "./update/index-builder.ts";

const files = {
  "src/retry.ts": "export function waitBeforeRetry(attempt: number) {\n  return 100 * 2 ** attempt;\n}\n",
  "src/invoice.ts": "export function sumInvoice(lines: number[]) {\n  return lines.reduce((a, b) => a + b, 0);\n}\n",
  "docs/animals.md": "# Animals\n\nThe zebra lives in the savanna.\n",
};

describe("searching", () => {
  it("finds a file by words, by parts of names and by related words", async () => {
    await using made = createTempIndex(files);
    expect((await made.search("zebra")).hits[0]).toMatchObject({ path: "docs/animals.md", startLine: 1, endLine: 3 });
    expect((await made.search("sum of an invoice")).hits[0]?.path).toBe("src/invoice.ts");
    const { hits } = await made.index.searchBy("vectors", {
      query: "backoff between attempts",
      limit: 3,
      signal: new AbortController().signal,
      report: () => undefined,
    });
    expect(hits[0]?.path).toBe("src/retry.ts");
  });

  it("gives the text of the file, its lines and a score from 0 to 1", async () => {
    await using made = createTempIndex(files);
    const [hit] = (await made.search("retry attempt")).hits;
    expect(hit).toMatchObject({ startLine: 1, endLine: 3, text: files["src/retry.ts"].trimEnd() });
    expect(hit?.score).toBeGreaterThan(0);
    expect(hit?.score).toBeLessThanOrEqual(1);
  });

  it("stays below the folder it is asked about", async () => {
    await using made = createTempIndex(files);
    const { hits } = await made.search("zebra retry invoice", { path: "src" });
    expect(new Set(hits.map(({ path }) => path))).toEqual(new Set(["src/retry.ts", "src/invoice.ts"]));
    await expect(made.search("x", { path: "../elsewhere" })).rejects.toMatchObject({ code: "outside_workspace" });
  });

  it("takes any text for words, operators of its own query language among them", async () => {
    await using made = createTempIndex(files);
    for (const query of ['"', "zebra AND (", "NEAR(a b) *", "path:x^2", "", "日本語 ключ"]) {
      await expect(made.search(query)).resolves.toMatchObject({ filesLeft: 0 });
    }
  });
});

describe("keeping up", () => {
  it("reads a file again only when it has changed, and keeps chunks that have not", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    made.takeReads();
    const again = await made.index.build();
    expect(again).toMatchObject({ files: 3, total: 0, removed: 0 });
    expect(made.takeReads()).toEqual([]);
    made.temp.write("docs/animals.md", "# Animals\n\nThe okapi lives in the forest.\n");
    expect((await made.search("okapi")).hits[0]?.path).toBe("docs/animals.md");
    expect(made.takeReads().filter((path) => path !== "docs/animals.md")).toEqual([]);
    expect((await made.search("zebra")).hits.map(({ text }) => text).join()).not.toContain("zebra");
  });

  it("moves chunks that another line has pushed down without embedding them again", async () => {
    const body = Array.from({ length: 40 }, (_, at) => `export const setting${at} = "${"word ".repeat(30)}";`).join(
      "\n",
    );
    await using made = createTempIndex({ "a.txt": `${body}\n\nthe quick fox\n` });
    await made.index.build();
    const before = await made.index.status();
    made.temp.write("a.txt", `first line\n${body}\n\nthe quick fox\n`);
    await made.index.build();
    expect((await made.index.status()).chunks).toBe(before.chunks);
    const [hit] = (await made.search("quick fox")).hits;
    expect(hit?.text).toContain("the quick fox");
  });

  it("forgets files and folders that are gone", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    rmSync(made.temp.path("src"), { recursive: true });
    expect((await made.search("invoice retry")).hits.filter(({ path }) => path.startsWith("src"))).toEqual([]);
    expect(await made.index.status()).toMatchObject({ files: 1 });
  });

  it("follows changes, new folders and new ignore rules while it watches", async () => {
    await using made = createTempIndex(files, { watch: true });
    await made.index.build();
    made.temp.write("src/deep/giraffe.ts", "export const giraffe = 1;\n");
    let found: string[] = [];
    const look = async () => {
      found = (await made.search("giraffe")).hits.map(({ path }) => path);
      return found.includes("src/deep/giraffe.ts");
    };
    while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
    rmSync(made.temp.path("src/deep"), { recursive: true });
    while (await look()) await new Promise((resolve) => setImmediate(resolve));
    made.temp.write("src/deep/other.ts", "export const other = 1;\n");
    made.temp.write("src/deep/giraffe.ts", "export const giraffe = 2;\n");
    while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
    made.temp.write(".gitignore", "deep/\n");
    while (await look()) await new Promise((resolve) => setImmediate(resolve));
    expect(found).not.toContain("src/deep/giraffe.ts");
  });
});

describe("what is left out", () => {
  it("indexes no ignored, private, binary, generated or large file, and follows no link", async () => {
    await using made = createTempIndex({
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
    symlinkSync(made.temp.path("docs/animals.md"), made.temp.path("link.md"));
    expect((await made.search("walrus")).hits.filter(({ text }) => text.includes("walrus"))).toEqual([]);
    expect((await made.search("zebra")).hits.map(({ path }) => path)).not.toContain("link.md");
    const { skipped } = await made.index.build();
    expect(Object.fromEntries(skipped)).toEqual({ private: 1, binary: 1, generated: 1, large: 1 });
  });
});

it("indexes no place of keys in a home folder", async () => {
  const kept = { ".ssh/notes.md": "walrus", ".aws/a.ts": "walrus", "src/a.ts": "walrus" };
  await using temp = createTempWorkspace(kept, { isHome: true });
  await using made = createTempIndex({}, { root: temp.root, files: temp.workspace.files });
  const { hits } = await made.search("walrus");
  expect(hits.map(({ path }) => path)).toEqual(["src/a.ts"]);
});

describe("its file", () => {
  it("is below the home, and is there once something was built", async () => {
    await using made = createTempIndex(files);
    expect(hasIndex(made.home, made.temp.root)).toBe(false);
    expect(await made.index.status()).toMatchObject({ state: "none", files: 0 });
    expect(hasIndex(made.home, made.temp.root)).toBe(false);
    await made.index.build();
    expect(hasIndex(made.home, made.temp.root)).toBe(true);
    expect(await made.index.status()).toMatchObject({ state: "ready", files: 3, embedder: "local:words-1" });
  });

  it("is set aside and rebuilt when it is damaged", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    await made.index.close();
    const { file, folder } = indexPaths(made.home, made.temp.root);
    writeFileSync(file, "this is no database, whatever its name says. ".repeat(100));
    const index = made.again();
    const outcome = await index.search({
      query: "zebra",
      limit: 3,
      signal: new AbortController().signal,
      report: () => {},
    });
    expect(outcome.hits[0]?.path).toBe("docs/animals.md");
    expect(made.notices.join()).toContain("was damaged and is being rebuilt");
    expect(readdirSync(folder)).toContain("index.damaged.sqlite");
  });

  it("is rebuilt when only a part of it is damaged", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    await made.index.close();
    const { file } = indexPaths(made.home, made.temp.root);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, 4096));
    const index = made.again();
    const request = { query: "zebra", limit: 3, signal: new AbortController().signal, report: () => {} };
    expect((await index.search(request)).hits[0]?.path).toBe("docs/animals.md");
    expect(made.notices.join()).toContain("was damaged");
  });

  it("is built with a lock that was damaged", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    writeFileSync(indexPaths(made.home, made.temp.root).lock, "not a database at all ".repeat(300));
    made.temp.write("new.txt", "the narwhal");
    expect((await made.search("narwhal")).hits[0]?.path).toBe("new.txt");
    expect(made.notices).toEqual([]);
  });

  it("may be deleted while it is in use", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    rmSync(join(made.home, "index"), { recursive: true });
    expect((await made.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    expect(existsSync(indexPaths(made.home, made.temp.root).file)).toBe(true);
  });
});

describe("two at once", () => {
  it("leaves the building to the one that has begun, and says what is missing", async () => {
    await using made = createTempIndex(files);
    await made.index.build();
    made.temp.write("new.txt", "the narwhal");
    {
      using _lock = takeBuilderLock(indexPaths(made.home, made.temp.root).lock);
      await expect(made.again().build()).rejects.toMatchObject({ code: "index_busy" });
      expect(await made.search("narwhal")).toMatchObject({ filesLeft: 1 });
      expect((await made.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    }
    expect((await made.search("narwhal")).hits[0]?.path).toBe("new.txt");
  });

  it("survives a builder that is killed, and sees what another process has written", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`part/${at}.txt`, `number ${at} ${"tapir ".repeat(at % 9)}`]),
    );
    await using made = createTempIndex({ ...files, ...many });
    expect((await made.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    made.temp.write("late.txt", "the narwhal");
    const program = new URL("../test/build-index.ts", import.meta.url).pathname;
    const killed = spawn(process.execPath, [program, made.home, made.temp.root], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(killed.stdout, "data");
    killed.kill("SIGKILL");
    await once(killed, "close");
    const whole = spawn(process.execPath, [program, made.home, made.temp.root], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(whole, "close")).toEqual([0, null]);
    expect((await made.search("narwhal")).hits[0]?.path).toBe("late.txt");
    expect(await made.index.status()).toMatchObject({ files: 304 });
  });
});

describe("other embedders", () => {
  const embedding = (request: { body: unknown }) => {
    const { input } = request.body as { input: string[] };
    return {
      data: input.map((text, index) => ({ index, embedding: [text.includes("zebra") ? 1 : 0, text.length, 1] })),
    };
  };

  it("rebuilds the index when the embedder changes", async () => {
    await using server = await jsonServer({ "POST /embeddings": embedding });
    await using made = createTempIndex(files);
    await made.index.build();
    await made.index.close();
    const settings = { embedder: "openai-compatible", model: "m", baseUrl: server.origin } as const;
    const { total } = await made.again({ settings }).build();
    expect(total).toBe(3);
    expect(made.notices.join()).toContain("made with other settings");
  });

  it("searches by words alone while the embedder is down, and says so", async () => {
    let isDown = false;
    const answer = (request: { body: unknown }) => (isDown ? new Response("no", { status: 400 }) : embedding(request));
    await using server = await jsonServer({ "POST /embeddings": answer });
    const settings = { embedder: "openai-compatible", model: "m", baseUrl: server.origin } as const;
    await using made = createTempIndex(files, { settings });
    await made.index.build();
    isDown = true;
    made.temp.write("new.txt", "the narwhal");
    expect((await made.search("zebra")).hits[0]?.path).toBe("docs/animals.md");
    expect(made.reports.join()).toContain("answered 400");
    isDown = false;
    expect((await made.search("narwhal")).hits[0]?.path).toBe("new.txt");
  });

  it("tells the model to do without when the settings are incomplete", async () => {
    await using made = createTempIndex(files, { settings: { embedder: "openai" } });
    await expect(made.search("x")).rejects.toMatchObject({ name: "ToolFailure", code: "index_unavailable" });
    await expect(made.index.build()).rejects.toMatchObject({ code: "no_key" });
  });
});

it("stops waiting when the search is aborted", async () => {
  await using made = createTempIndex(files);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(made.index.search({ query: "x", limit: 1, signal, report: () => {} })).rejects.toThrow("enough");
});

it("stops building when it is closed, and goes on where it was", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`part/${at}.txt`, `number ${at}`]));
  await using made = createTempIndex(many);
  let hasBegun = false;
  const ended = made.index.build({ onProgress: () => (hasBegun = true) }).catch((error: unknown) => error);
  await until(() => hasBegun);
  await made.index.close();
  expect(await ended).toMatchObject({ name: "AbortError" });
  await made.again().build();
  expect(await made.again().status()).toMatchObject({ state: "ready", files: 200 });
});
