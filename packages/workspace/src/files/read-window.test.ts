import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdirSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { asNobody } from "../../test/as-nobody.ts";

const twoGiB = 2 ** 31;

describe("reading", () => {
  it("returns a small file completely, with the version of its content", async () => {
    await using temp = createTempWorkspace({ "a.txt": "hello" });
    const window = await temp.workspace.files.read("a.txt");
    expect(Buffer.from(window.bytes).toString()).toBe("hello");
    expect(window.size).toBe(5);
    expect(window.version).toBe(temp.workspace.files.versionOf(Buffer.from("hello")));
  });

  it("returns a window, and the version of the file", async () => {
    await using temp = createTempWorkspace({ "a.txt": "0123456789" });
    const window = await temp.workspace.files.read("a.txt", { offset: 3, maxBytes: 4 });
    expect(Buffer.from(window.bytes).toString()).toBe("3456");
    expect(window.version).toBe(temp.workspace.files.versionOf(Buffer.from("0123456789")));
    expect((await temp.workspace.files.read("a.txt", { offset: 20 })).bytes.length).toBe(0);
  });

  it("reads only the window of a 2 GiB file", async () => {
    await using temp = createTempWorkspace({ "big.bin": "start" });
    truncateSync(temp.path("big.bin"), twoGiB);
    appendFileSync(temp.path("big.bin"), "end");
    const before = process.memoryUsage().rss;
    const window = await temp.workspace.files.read("big.bin", { offset: twoGiB, maxBytes: 100 });
    expect(Buffer.from(window.bytes).toString()).toBe("end");
    expect(window.size).toBe(twoGiB + 3);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("notices that a large file changed", async () => {
    await using temp = createTempWorkspace({ "big.bin": "" });
    truncateSync(temp.path("big.bin"), 20 * 1024 * 1024);
    const { version } = await temp.workspace.files.read("big.bin", { maxBytes: 1 });
    appendFileSync(temp.path("big.bin"), "x");
    expect((await temp.workspace.files.read("big.bin", { maxBytes: 1 })).version).not.toBe(version);
  });

  it("ends even if the file keeps growing", async () => {
    await using temp = createTempWorkspace({ "log.txt": "x\n" });
    const writer = spawn("sh", ["-c", `while :; do echo line >> '${temp.path("log.txt")}'; done`]);
    try {
      for (let round = 0; round < 20; round += 1) {
        const { bytes, size } = await temp.workspace.files.read("log.txt");
        expect(bytes.length).toBe(size);
      }
    } finally {
      writer.kill("SIGKILL");
      await once(writer, "close");
    }
  });
});

describe("a path that is not a readable file", () => {
  it("is reported as missing, a folder, or not a regular file, without blocking", async () => {
    await using temp = createTempWorkspace({ "a.txt": "" });
    mkdirSync(temp.path("folder"));
    execFileSync("mkfifo", [temp.path("fifo")]);
    const server = createServer().listen(temp.path("socket"));
    await once(server, "listening");
    const { files } = temp.workspace;
    await expect(files.read("missing")).rejects.toMatchObject({ code: "not_found" });
    await expect(files.read("a.txt/below")).rejects.toMatchObject({ code: "not_found" });
    await expect(files.read("folder")).rejects.toMatchObject({ code: "is_directory" });
    await expect(files.read("fifo")).rejects.toMatchObject({ code: "not_a_file" });
    await expect(files.read("socket")).rejects.toMatchObject({ code: "not_a_file" });
    expect((await files.stat("fifo"))?.kind).toBe("other");
    expect((await files.stat("folder"))?.kind).toBe("directory");
    expect(await files.stat("missing")).toBeUndefined();
    server.close();
  });

  it.skipIf(process.getuid?.() !== 0)("is refused when it is a device", async () => {
    await using temp = createTempWorkspace();
    execFileSync("mknod", [temp.path("zero"), "c", "1", "5"]);
    await expect(temp.workspace.files.read("zero")).rejects.toMatchObject({ code: "not_a_file" });
  });

  it("is refused without permission", async () => {
    await using temp = createTempWorkspace({ "private.txt": "x" });
    chmodSync(temp.path("private.txt"), 0);
    await asNobody(temp.root, async () => {
      await expect(temp.workspace.files.read("private.txt")).rejects.toMatchObject({ code: "permission_denied" });
    });
  });
});
