import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, linkSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { readFile } from "./read-file.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("read_file", () => {
  it("shows numbered lines, aligned, and remembers the version", async () => {
    await using temp = createTempWorkspace({
      "a.txt": Array.from({ length: 10 }, (_, n) => `line ${n + 1}`).join("\n"),
    });
    const output = await new ToolCaller(temp).call(readFile, { path: "./a.txt" });
    expect(output.content).toMatch(/^File: a\.txt\n {1}1 \| line 1\n[^]*\n10 \| line 10$/);
    const { version } = await temp.workspace.files.read("a.txt");
    expect(output.seen).toEqual([{ path: "a.txt", version }]);
  });

  it("shows a part, and how to continue", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\nfour\n" });
    const output = await new ToolCaller(temp).call(readFile, { path: "a.txt", offset: "2", limit: 2 });
    expect(output.content).toBe(
      'File: a.txt\nTruncated: this is part of the file.\nLines shown: 2-3 of 4.\nTo continue: read_file with path "a.txt" and offset 4.\n\n2 | two\n3 | three',
    );
    const last = await new ToolCaller(temp).call(readFile, { path: "a.txt", offset: 4 });
    expect(last.content).toBe("File: a.txt\n4 | four");
  });

  it("stops at 2000 lines, truncates long lines and limits the total", async () => {
    await using temp = createTempWorkspace({
      "many.txt": "x\n".repeat(5000),
      "long.txt": `${"y".repeat(5000)}\nshort`,
      "both.txt": `${"z".repeat(1900)}\n`.repeat(1000),
    });
    const caller = new ToolCaller(temp);
    const many = (await caller.call(readFile, { path: "many.txt" })).content;
    expect(many).toContain("Lines shown: 1-2000 of 5000.");
    expect(many).toMatch(/2000 \| x$/);
    const long = (await caller.call(readFile, { path: "long.txt" })).content;
    expect(long).toBe(`File: long.txt\n1 | ${"y".repeat(1997)}...\n2 | short`);
    expect((await caller.call(readFile, { path: "both.txt" })).content.length).toBeLessThan(110_000);
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffgrün\n")],
    ["UTF-16 little-endian", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("grün\n", "utf16le")])],
    ["UTF-16 big-endian", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("grün\n", "utf16le").swap16()])],
    ["UTF-16 without a mark", Buffer.from("grün\n", "utf16le")],
    ["latin-1", Buffer.from("grün\n", "latin1"), "(Not UTF-8; read as windows-1252.)\n"],
    ["CRLF", Buffer.from("grün\r\n")],
  ])("reads %s", async (_, bytes, notice = "") => {
    await using temp = createTempWorkspace({ "a.txt": bytes });
    expect((await new ToolCaller(temp).call(readFile, { path: "a.txt" })).content).toBe(
      `File: a.txt\n${notice}1 | grün`,
    );
  });

  it("shows images, recognised by content and not by name", async () => {
    await using temp = createTempWorkspace({ picture: png, "fake.png": "text", "large.png": png });
    truncateSync(temp.path("large.png"), 6 * 1024 * 1024);
    const caller = new ToolCaller(temp);
    const output = await caller.call(readFile, { path: "picture" });
    expect(output.images).toEqual([{ type: "image", mediaType: "image/png", data: png.toString("base64") }]);
    expect((await caller.call(readFile, { path: "fake.png" })).content).toBe("File: fake.png\n1 | text");
    await expect(caller.call(readFile, { path: "large.png" })).rejects.toMatchObject({ code: "image_too_large" });
  });

  it("refuses images that models do not accept, and says what to do", async () => {
    const bitmap = Buffer.concat([Buffer.from("BM"), Buffer.from([70, 0, 0, 0]), Buffer.alloc(64)]);
    await using temp = createTempWorkspace({ "a.bmp": bitmap, "BM.txt": "BM is a post code" });
    const caller = new ToolCaller(temp);
    await expect(caller.call(readFile, { path: "a.bmp" })).rejects.toMatchObject({
      code: "unsupported_image",
      message: expect.stringContaining("Convert it to PNG"),
    });
    expect((await caller.call(readFile, { path: "BM.txt" })).content).toMatch(/1 \| BM is a post code$/);
  });

  it("notes an empty file", async () => {
    await using temp = createTempWorkspace({ "a.txt": "" });
    expect((await new ToolCaller(temp).call(readFile, { path: "a.txt" })).content).toContain("empty");
  });

  it("refuses what it cannot show, with a reason", async () => {
    await using temp = createTempWorkspace({ "a.bin": Buffer.from([1, 0, 2]), "a.txt": "one line" });
    mkdirSync(temp.path("folder"));
    execFileSync("mkfifo", [temp.path("fifo")]);
    const caller = new ToolCaller(temp);
    for (const [path, code] of Object.entries({
      "a.bin": "binary_file",
      folder: "is_directory",
      fifo: "not_a_file",
      missing: "not_found",
      "../x": "outside_workspace",
    })) {
      await expect(caller.call(readFile, { path })).rejects.toMatchObject({ code });
    }
    await expect(caller.call(readFile, { path: "a.txt", offset: 9 })).rejects.toMatchObject({ code: "past_end" });
  });

  it("finds a line deep in a large file without loading the file", async () => {
    const block = "0123456789abcdef".repeat(64).concat("\n").repeat(1024);
    await using temp = createTempWorkspace({ "big.log": "" });
    for (let count = 0; count < 60; count += 1) appendFileSync(temp.path("big.log"), block);
    appendFileSync(temp.path("big.log"), "the end\n");
    const before = process.memoryUsage().rss;
    const output = await new ToolCaller(temp).call(readFile, { path: "big.log", offset: 60 * 1024 + 1 });
    expect(output.content).toBe("File: big.log\n61441 | the end");
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    const start = (await new ToolCaller(temp).call(readFile, { path: "big.log", limit: 1 })).content;
    expect(start).toContain("Lines shown: 1-1 of a file of 62976008 bytes.");
  });

  it("gives up on a line beyond its scan limit, and on 2 GiB of zeros", async () => {
    await using temp = createTempWorkspace({ "lines.txt": "x\n".repeat(5000), "sparse.bin": "" });
    truncateSync(temp.path("lines.txt"), 2 ** 31);
    truncateSync(temp.path("sparse.bin"), 2 ** 31);
    const caller = new ToolCaller(temp);
    await expect(caller.call(readFile, { path: "lines.txt", offset: 9000 })).rejects.toMatchObject({ code: "too_far" });
    await expect(caller.call(readFile, { path: "sparse.bin" })).rejects.toMatchObject({
      code: "binary_file",
      message: expect.stringContaining("2147483648 bytes"),
    });
  });
});

it("counts lines correctly across several windows", async () => {
  const lines = Array.from({ length: 600_000 }, (_, index) => `line ${index + 1} ${"x".repeat(index % 40)}`);
  await using temp = createTempWorkspace({ "a.log": lines.join("\n") });
  const caller = new ToolCaller(temp);
  for (const offset of [1, 2, 299_999, 599_999]) {
    const { content } = await caller.call(readFile, { path: "a.log", offset, limit: 2 });
    expect(content).toContain(`${offset} | ${lines[offset - 1]}\n`);
    expect(content).toMatch(new RegExp(`${offset + 1} \\| ${lines[offset]}$`));
  }
});

describe("read_file by indentation", () => {
  const source =
    "import x;\n\n// Adds.\nfunction add(a, b) {\n  if (a) {\n    return b;\n  }\n}\n\nfunction other() {}\n";

  it("shows the block around a line, with its comment", async () => {
    await using temp = createTempWorkspace({ "a.ts": source });
    const caller = new ToolCaller(temp);
    const { content } = await caller.call(readFile, { path: "a.ts", mode: "indentation", offset: 6 });
    expect(content).toBe(
      "File: a.ts\nLines shown: 3-8 of 10, the block around line 6.\n\n3 | // Adds.\n4 | function add(a, b) {\n5 |   if (a) {\n6 |     return b;\n7 |   }\n8 | }",
    );
    const indentation = { anchor_line: "6", max_levels: 1, include_siblings: null };
    const inner = await caller.call(readFile, { path: "a.ts", mode: "indentation", indentation, offset: null });
    expect(inner.content).toContain("Lines shown: 5-7 of 10");
  });

  it("refuses a line beyond the end, and files without lines", async () => {
    await using temp = createTempWorkspace({ "a.ts": source, "a.bin": Buffer.from([1, 0, 2]), "big.ts": "x" });
    truncateSync(temp.path("big.ts"), 11 * 1024 * 1024);
    const caller = new ToolCaller(temp);
    for (const [path, code] of Object.entries({ "a.ts": "past_end", "a.bin": "binary_file", "big.ts": "too_large" })) {
      const failed = caller.call(readFile, { path, mode: "indentation", offset: 99 });
      await expect(failed).rejects.toMatchObject({ code });
    }
  });
});

describe("read_file where it must not read", () => {
  it("checks every path by where it leads, and does not reveal host paths", async () => {
    await using temp = createTempWorkspace({ "in.txt": "inside" });
    symlinkSync("/etc/hostname", temp.path("link.txt"));
    symlinkSync("/etc", temp.path("folder"));
    symlinkSync("/nowhere/at/all", temp.path("dangling"));
    linkSync(temp.path("in.txt"), temp.path("hard.txt"));
    const caller = new ToolCaller(temp);
    const outside = ["../x", "a/../../x", "/etc/passwd", "~/x", "file:///etc/passwd", "link.txt", "folder/hostname"];
    const kernel = ["dangling", "/proc/self/cwd/../in.txt", "/proc/self/root/etc/passwd", "/dev/fd/0"];
    for (const path of [...outside, ...kernel]) {
      const refusal = expect.objectContaining({ code: "outside_workspace", message: expect.stringContaining(path) });
      await expect(caller.call(readFile, { path })).rejects.toEqual(refusal);
    }
    for (const path of ["%2e%2e/x", "missing/."]) {
      await expect(caller.call(readFile, { path })).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await caller.call(readFile, { path: "hard.txt" })).content).toBe("File: hard.txt\n1 | inside");
  });

  it("refuses a socket and a link to a device without blocking", async () => {
    await using temp = createTempWorkspace();
    const server = createServer().listen(temp.path("socket"));
    await once(server, "listening");
    symlinkSync("/dev/zero", temp.path("zero"));
    const caller = new ToolCaller(temp);
    await expect(caller.call(readFile, { path: "socket" })).rejects.toMatchObject({ code: "not_a_file" });
    await expect(caller.call(readFile, { path: "zero" })).rejects.toMatchObject({ code: "outside_workspace" });
    server.close();
  });

  it("finishes although the file keeps growing", async () => {
    await using temp = createTempWorkspace({ "log.txt": "line\n".repeat(100) });
    const writer = spawn("sh", ["-c", `while :; do echo line >> '${temp.path("log.txt")}'; done`]);
    try {
      for (let round = 0; round < 10; round += 1) {
        const { content } = await new ToolCaller(temp).call(readFile, { path: "log.txt", limit: 50 });
        expect(content).toMatch(/Lines shown: 1-50 of \d+\.\n[^]*\n50 \| line$/);
      }
    } finally {
      writer.kill("SIGKILL");
      await once(writer, "close");
    }
  });
});

describe("read_file of several files", () => {
  it("reports files and images that were not shown", async () => {
    const files = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`${index}.txt`, "x"]));
    const images = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}.png`, png]));
    await using temp = createTempWorkspace({ ...files, ...images });
    for (const path of Object.keys(images)) truncateSync(temp.path(path), 5 * 1024 * 1024);
    const caller = new ToolCaller(temp);
    expect((await caller.call(readFile, { files: Object.keys(files) })).content).toMatch(/Only the first 20 files/);
    const output = await caller.call(readFile, { files: Object.keys(images) });
    expect(output.images).toHaveLength(4);
    expect(output.content).toMatch(/File: 4\.png\n.*\n\(Not shown: too many images in one call/);
  });

  it("joins their contents, also when one cannot be read", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "b.txt": "b" });
    const output = await new ToolCaller(temp).call(readFile, {
      path: "a.txt",
      files: [{ path: "missing" }, { path: "b.txt" }],
    });
    expect(output.content).toBe(
      'File: a.txt\n1 | a\n\n---\n\nFile: missing\nError: There is no file or folder "missing".\n\n---\n\nFile: b.txt\n1 | b',
    );
    expect(output.seen?.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
  });

  it("accepts older forms of input", () => {
    const parse = (input: unknown): unknown => readFile.input.parse(input);
    expect(parse({ file_path: "a" })).toEqual({ path: "a" });
    expect(parse({ files: ["a", { path: "b" }] })).toEqual({ path: "a", files: [{ path: "b" }] });
    expect(parse({ path: ["a", "b"] })).toEqual({ path: "a", files: [{ path: "b" }] });
    expect(parse({ files: "a" })).toEqual({ path: "a" });
    expect(parse({ files: '[{"path": "a"}, "b"]' })).toEqual({ path: "a", files: [{ path: "b" }] });
    expect(parse({ path: "[1]" })).toEqual({ path: "[1]" });
    expect(parse({ path: "a", line_range: "3-5" })).toEqual({ path: "a", offset: 3, limit: 3 });
    expect(parse({ path: "a", start_line: 3, end_line: "5" })).toEqual({ path: "a", offset: 3, limit: 3 });
    expect(parse({ target_file: "a", start_line_one_indexed: 3 })).toMatchObject({ path: "a", offset: 3 });
    expect(parse({ files: [{ path: "a", lineRanges: [{ start: 1, end: 2 }, [7, 9]] }] })).toEqual({
      path: "a",
      offset: 1,
      limit: 2,
      files: [{ path: "a", offset: 7, limit: 3 }],
    });
    expect(() => parse({ offset: 1 })).toThrow(/path/);
  });
});
