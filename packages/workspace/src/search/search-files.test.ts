import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { SearchOutcome, SearchRequest } from "@roo-code/types";
import { afterEach, describe, expect, it } from "vitest";
import { childEnvironment } from "../commands/child-environment.ts";
import { findRipgrep } from "./ripgrep.ts";
import { type FileSearch, searchFiles } from "./search-files.ts";

const root = mkdtempSync(join(tmpdir(), "roo-search-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ripgrep = await findRipgrep(process.env.PATH);

it("refuses to search a pipe", async () => {
  await using temp = createTempWorkspace();
  execFileSync("mkfifo", [temp.path("fifo")]);
  const request = { path: "fifo", regex: "x", contextLines: 0, limit: 1, signal: new AbortController().signal };
  await expect(temp.workspace.files.search(request)).rejects.toMatchObject({ code: "not_a_file" });
});

it("stops ripgrep if an expression takes minutes", async () => {
  write({ "a.txt": "x".repeat(2_000_000) });
  const request = { path: ".", regex: "x{100000}y", contextLines: 0, limit: 1, signal: new AbortController().signal };
  const environment = childEnvironment(process.env);
  const search = { root, request, isFile: false, isIgnored: () => false, ripgrep, environment, maxMs: 200 };
  expect(await searchFiles(search)).toEqual({ files: [], matches: 0, isTruncated: false, isStopped: true });
});

it("supports look-around, and reports errors in it", async () => {
  write({ "a.txt": "xy\nzy\n" });
  const request = { path: ".", contextLines: 0, limit: 9, signal: new AbortController().signal };
  const place = { root, isFile: false, isIgnored: () => false, ripgrep, environment: childEnvironment(process.env) };
  expect(await searchFiles({ ...place, request: { ...request, regex: "(?<!x)y" } })).toMatchObject({ matches: 1 });
  await expect(searchFiles({ ...place, request: { ...request, regex: "(?<!x" } })).rejects.toMatchObject({
    message: expect.stringMatching(/^The search expression is not valid:\n.*missing closing parenthesis$/),
  });
});

it("stops an endless expression without ripgrep", async () => {
  write({ "a.txt": "x".repeat(100) });
  const request = { path: ".", regex: "(x+)+y", contextLines: 0, limit: 1, signal: new AbortController().signal };
  const search = {
    root,
    request,
    isFile: false,
    isIgnored: () => false,
    ripgrep: undefined,
    environment: {},
    maxMs: 300,
  };
  expect(await searchFiles(search)).toMatchObject({ matches: 0, isStopped: true });
});

it("is bundled with ripgrep", () => {
  expect(ripgrep).toMatch(/rg$/);
});

describe.each([
  ["ripgrep", ripgrep],
  ["the plain fallback", undefined],
])("a search with %s", (_, program) => {
  it("returns matching lines with context, per file, in order", async () => {
    write({ "b.ts": "one\ntwo\nneedle\nfour\nfive\n", "a.ts": "needle\r\nx\r\n" });
    expect(await search({ contextLines: 1 })).toEqual({
      files: [
        { path: "a.ts", lines: [match(1, "needle"), context(2, "x")] },
        { path: "b.ts", lines: [context(2, "two"), match(3, "needle"), context(4, "four")] },
      ],
      matches: 2,
      isTruncated: false,
    });
  });

  it.runIf(process.platform === "linux")(
    "finds nothing in the kernel's folders where the workspace spans the disk",
    async () => {
      const request = {
        path: "proc/sys/kernel",
        regex: "Linux",
        contextLines: 0,
        limit: 9,
        signal: new AbortController().signal,
      };
      const place = { root: "/", isFile: false, isIgnored: () => false, environment: {} };
      expect(await searchFiles({ ...place, request, ripgrep: program })).toMatchObject({ matches: 0 });
    },
  );

  it("respects ignore files, with and without a pattern, and skips binary files", async () => {
    write({
      ".gitignore": "dist/\n",
      "dist/a.ts": "needle",
      "src/a.ts": "needle",
      "src/b.md": "needle",
      ".github/c.ts": "needle",
      "node_modules/d.ts": "needle",
      ".git/e.ts": "needle",
      "f.bin": "needle\0",
    });
    expect(paths(await search({}))).toEqual([".github/c.ts", "src/a.ts", "src/b.md"]);
    expect(paths(await search({ filePattern: "*.ts" }))).toEqual([".github/c.ts", "src/a.ts"]);
    expect(paths(await search({ filePattern: "src/**/*.{md,txt}" }))).toEqual(["src/b.md"]);
    expect(paths(await search({ path: "src" }))).toEqual(["src/a.ts", "src/b.md"]);
  });

  it("searches a single file", async () => {
    write({ "a.ts": "needle", "b.ts": "needle" });
    expect(paths(await search({ path: "b.ts", filePattern: "*.md" }, { isFile: true }))).toEqual(["b.ts"]);
  });

  it("searches an ignored folder that was requested by name", async () => {
    write({ ".gitignore": "dist/\n", "dist/deep/a.js": "needle" });
    expect(paths(await search({ path: "dist" }))).toEqual(["dist/deep/a.js"]);
  });

  it("does not follow links out of the workspace", async () => {
    write({ "a.ts": "needle" });
    symlinkSync("/etc", join(root, "etc"));
    expect(paths(await search({ regex: "root|needle" }))).toEqual(["a.ts"]);
  });

  it("leaves out what the user hides from the agent", async () => {
    write({ "a.ts": "needle", "b.ts": "needle" });
    expect(paths(await search({}, { isIgnored: (path) => path === "a.ts" }))).toEqual(["b.ts"]);
  });

  it("stops at the limit and reports that", async () => {
    write({ "a.ts": "needle\n".repeat(50), "b.ts": "needle\n" });
    const outcome = await search({ limit: 3 });
    expect(outcome).toMatchObject({ matches: 3, isTruncated: true, files: [{ path: "a.ts" }] });
    expect((await search({ limit: 51 })).isTruncated).toBe(false);
  });

  it("shows the same lines every time, even if there are more", async () => {
    const numbers = [...Array.from({ length: 300 }).keys()];
    write(Object.fromEntries(numbers.map((number) => [`d${number % 7}/f${number}.ts`, "needle\n"])));
    const first = await search({ limit: 20 });
    expect(first).toMatchObject({ matches: 20, isTruncated: true });
    for (let round = 0; round < 3; round += 1) expect(await search({ limit: 20 })).toEqual(first);
  });

  it("cuts long lines", async () => {
    write({ "a.ts": `needle${"x".repeat(100_000)}` });
    const [line] = (await search({})).files[0]?.lines ?? [];
    expect(line?.text).toHaveLength(511);
    expect(line?.text).toMatch(/^needlex+ \[line cut]$/);
  });

  it("handles CRLF line endings, and text in other encodings", async () => {
    write({ "crlf.ts": "a\r\nneedle\r\n", "wide.ts": Buffer.from("\ufeffneedle\n", "utf16le") });
    write({ "latin.ts": Buffer.from("gr\u00fcn needle\n", "latin1") });
    const { files } = await search({ regex: "needle$" });
    expect(files).toEqual([
      { path: "crlf.ts", lines: [match(2, "needle")] },
      { path: "latin.ts", lines: [match(1, "gr\u00fcn needle")] },
      { path: "wide.ts", lines: [match(1, "needle")] },
    ]);
  });

  it("refuses an expression over several lines, but not an escaped backslash", async () => {
    write({ "a.ts": "C:\\new" });
    for (const regex of ["a\nb", String.raw`a\nb`, String.raw`a\\\nb`]) {
      await expect(search({ regex })).rejects.toMatchObject({ message: expect.stringContaining("line by line") });
    }
    expect(paths(await search({ regex: String.raw`C:\\new` }))).toEqual(["a.ts"]);
  });

  it("refuses an invalid expression, with the reason", async () => {
    write({ "a.ts": "x" });
    await expect(search({ regex: "(unclosed" })).rejects.toMatchObject({
      code: "invalid_regex",
      message: expect.stringMatching(/unclosed|Unterminated/),
    });
  });

  it("takes an expression that looks like an option literally", async () => {
    write({ "a.ts": "--files\n" });
    expect(paths(await search({ regex: "--files" }))).toEqual(["a.ts"]);
  });

  it.each([
    ["a NUL byte", { regex: "a\0b" }],
    ["a NUL byte in the pattern", { filePattern: "a\0b" }],
    ["more than the system allows", { regex: "x".repeat(200_000) }],
  ])("refuses %s", async (_what, request) => {
    write({ "a.ts": "x" });
    await expect(search(request)).rejects.toMatchObject({ code: "invalid_regex" });
  });

  it("stops a search that takes too long, and reports that", async () => {
    write(Object.fromEntries(Array.from({ length: 3000 }, (_each, index) => [`${index}.ts`, "needle"])));
    expect(await search({}, { maxMs: 0 })).toMatchObject({ isStopped: true, isTruncated: false });
  });

  it("does not confuse a file with one whose name is the end of its own", async () => {
    write({ "private\nb.ts": "needle", "b.ts": "x" });
    const outcome = await search({}, { isIgnored: (path) => path.startsWith("private") });
    expect(paths(outcome)).toEqual([]);
  });

  it("ends when aborted", async () => {
    write({ "a.ts": "needle" });
    await expect(search({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  });

  async function search(request: Partial<SearchRequest>, more: Partial<FileSearch> = {}): Promise<SearchOutcome> {
    return searchFiles({
      root,
      request: {
        path: ".",
        regex: "needle",
        contextLines: 0,
        limit: 300,
        signal: new AbortController().signal,
        ...request,
      },
      isFile: false,
      isIgnored: () => false,
      ripgrep: program,
      environment: childEnvironment(process.env),
      ...more,
    });
  }
});

function write(files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function paths(outcome: SearchOutcome): string[] {
  return outcome.files.map(({ path }) => path);
}

function match(line: number, text: string) {
  return { line, text, isMatch: true };
}

function context(line: number, text: string) {
  return { line, text, isMatch: false };
}
