import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { LocalWorkspace } from "@roo-code/workspace";
import { afterAll, describe, expect, it } from "vitest";

const outside = realpathSync(mkdtempSync(join(tmpdir(), "roo-outside-")));
writeFileSync(join(outside, "secret.txt"), "secret");
afterAll(() => rmSync(outside, { recursive: true }));

describe("a path that leaves the workspace", () => {
  it.each([
    ["../x", "`..`"],
    ["a/../../x", "`..`"],
    ["src/../../x/.", "`..`"],
    ["/etc/passwd", "absolute"],
    ["/proc/self/cwd/../x", "absolute"],
    ["/proc/self/root/etc/passwd", "absolute"],
    ["/dev/fd/0", "absolute"],
    ["~", "home"],
    ["~/notes", "home"],
    ["file:///etc/passwd", "URL"],
    ["https://example.com/x", "URL"],
    ["src/a\0.ts", "NUL"],
    ["..\\x", "`..`"],
    ["src\\..\\..\\x", "`..`"],
    [" /etc/passwd", "absolute"],
    ["~\\notes", "home"],
    ["C:\\x\\a.ts", "another system"],
    ["c:/x/a.ts", "another system"],
  ])("is refused: %j", async (path, rule) => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    const refusal = expect.objectContaining({ code: "outside_workspace", message: expect.stringContaining(rule) });
    await expect(temp.workspace.files.resolve(path)).rejects.toEqual(refusal);
    await expect(temp.workspace.files.read(path)).rejects.toEqual(refusal);
    const change = { path, before: null, content: Buffer.from("x") };
    await expect(temp.workspace.files.apply([change])).rejects.toEqual(refusal);
  });

  it("is reported as given, without the host's path", async () => {
    await using temp = createTempWorkspace();
    symlinkSync(outside, temp.path("link"));
    const error: unknown = await temp.workspace.files.read("link/secret.txt").catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('"link/secret.txt"');
    expect(String(error)).not.toContain(outside);
  });
});

describe("a path as models write it", () => {
  it.each([
    ["src\\new.ts", "src/new.ts"],
    [".\\src\\a.ts", "src/a.ts"],
    ["src/a.ts\n", "src/a.ts"],
    [" src/b.ts ", "src/b.ts"],
  ])("is normalized as elsewhere: %j", async (path, meant) => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    expect(await temp.workspace.files.resolve(path)).toBe(meant);
  });

  it.each(["a\\b.txt", " a.txt", "a.txt ", "c:"])("is taken literally if that exists: %j", async (path) => {
    await using temp = createTempWorkspace({ [path]: "" });
    expect(await temp.workspace.files.resolve(path)).toBe(path);
  });
});

describe("a symbolic link", () => {
  it("to a file or folder outside is refused for reading and writing", async () => {
    await using temp = createTempWorkspace();
    symlinkSync(outside, temp.path("folder"));
    symlinkSync(join(outside, "secret.txt"), temp.path("file.txt"));
    symlinkSync("/proc/self/environ", temp.path("environ"));
    for (const path of ["folder/secret.txt", "folder/new/deep.txt", "file.txt", "environ"]) {
      const change = { path, before: null, content: Buffer.from("x") };
      await expect(temp.workspace.files.read(path)).rejects.toMatchObject({ code: "outside_workspace" });
      await expect(temp.workspace.files.apply([change])).rejects.toMatchObject({ code: "outside_workspace" });
    }
  });

  it("that dangles is refused as the target of a write", async () => {
    await using temp = createTempWorkspace();
    symlinkSync(join(outside, "not-there.txt"), temp.path("dangling"));
    const change = { path: "dangling", before: null, content: Buffer.from("x") };
    await expect(temp.workspace.files.apply([change])).rejects.toMatchObject({ code: "outside_workspace" });
  });

  it("in a loop is refused", async () => {
    await using temp = createTempWorkspace();
    symlinkSync("b", temp.path("a"));
    symlinkSync("a", temp.path("b"));
    await expect(temp.workspace.files.read("a")).rejects.toMatchObject({ code: "outside_workspace" });
  });

  it("inside the workspace is followed, and the file keeps one name", async () => {
    await using temp = createTempWorkspace({ "real/a.txt": "x" });
    symlinkSync("real", temp.path("alias"));
    expect(await temp.workspace.files.resolve("alias/a.txt")).toBe("real/a.txt");
    expect(await temp.workspace.files.resolve("alias/new/b.txt")).toBe("real/new/b.txt");
  });
});

describe("a path inside the workspace", () => {
  it.each([
    [".", "."],
    ["", "."],
    ["./src//a.ts", "src/a.ts"],
    ["src/.", "src"],
    ["src/../src/a.ts", "src/a.ts"],
    ["not/there/yet.ts", "not/there/yet.ts"],
    ["%2e%2e/x", "%2e%2e/x"],
    ["..x/y", "..x/y"],
    ["~backup", "~backup"],
  ])("is taken literally: %j is %j", async (path, relative) => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    expect(await temp.workspace.files.resolve(path)).toBe(relative);
  });

  it("may be absolute, also through a link that leads to the workspace", async () => {
    await using temp = createTempWorkspace({ "src/a.ts": "" });
    const alias = join(outside, "alias");
    symlinkSync(temp.root, alias);
    const throughAlias = new LocalWorkspace({ root: alias });
    expect(await throughAlias.files.resolve(join(temp.root, "src/a.ts"))).toBe("src/a.ts");
    expect(await throughAlias.files.resolve(join(alias, "src/a.ts"))).toBe("src/a.ts");
  });

  it("of a workspace with a similarly named neighbour is not confused with it", async () => {
    const root = join(outside, "work");
    mkdirSync(root);
    mkdirSync(join(outside, "work-other"));
    const workspace = new LocalWorkspace({ root });
    const path = join(outside, "work-other", "x");
    await expect(workspace.files.resolve(path)).rejects.toMatchObject({ code: "outside_workspace" });
  });

  it("whose name is too long is refused as such", async () => {
    await using temp = createTempWorkspace();
    await expect(temp.workspace.files.read("x".repeat(300))).rejects.toMatchObject({ code: "invalid_path" });
  });
});

describe("a workspace that is the whole disk", () => {
  it("still refuses the kernel's files", async () => {
    const workspace = new LocalWorkspace({ root: "/" });
    await expect(workspace.files.read("/proc/self/environ")).rejects.toMatchObject({ code: "outside_workspace" });
    await expect(workspace.files.read("/dev/zero")).rejects.toMatchObject({ code: "outside_workspace" });
  });
});

describe("a folder that does not exist", () => {
  it("cannot be a workspace", () => {
    expect(() => new LocalWorkspace({ root: join(outside, "missing") })).toThrow(
      expect.objectContaining({ code: "workspace_not_found" }),
    );
  });
});
