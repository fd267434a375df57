import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

const all = ["--auto-approve", "all,destructive,protected"];
const write = (path: string, content: string) => call("write_to_file", { path, content });
const command = (text: string) => call("execute_command", { command: text });

interface Row {
  readonly seq: number;
  readonly kind: string;
  readonly label: string;
  readonly changed?: readonly string[];
  readonly isTakenBack: boolean;
  readonly skipped: readonly { path: string; rule: string }[];
}

async function rows(here: TestProject, ...more: string[]): Promise<Row[]> {
  const { stdout, stderr } = await here.roo(["checkpoints", "--output", "json", ...more]);
  expect(stderr).toBe("");
  return JSON.parse(stdout).checkpoints;
}

/** Every file below a folder, with kinds, permissions and bytes. */
function tree(root: string, folder = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = join(folder, name);
    const stat = lstatSync(join(root, path));
    const mode = (stat.mode & 0o777).toString(8);
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
    else if (stat.isDirectory()) Object.assign(found, { [`${path}/`]: mode }, tree(root, path));
    else found[path] = `${mode} ${readFileSync(join(root, path), "latin1")}`;
  }
  return found;
}

describe("undo", () => {
  it("goes further back with each undo, and forward again with each redo", async () => {
    using here = createProject({ x: "0\n" });
    await here.run([write("x", "1\n"), write("x", "0\n"), write("y", "new\n"), complete("done")], ...all);
    const seen: (string | undefined)[] = [];
    const look = () => seen.push(`${here.read("x").trim()}${readdirSync(here.folder).includes("y") ? "y" : ""}`);
    look();
    for (let count = 0; count < 3; count += 1) {
      expect(await here.roo(["undo"])).toMatchObject({ code: 0, stderr: "" });
      look();
    }
    expect(seen).toEqual(["0y", "0", "1", "0"]);
    const none = await here.roo(["undo"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain("no step left to undo");
    for (let count = 0; count < 3; count += 1) {
      expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0, stderr: "" });
      look();
    }
    expect(seen.slice(4)).toEqual(["1", "0", "0y"]);
    expect((await here.roo(["undo", "--redo"])).stderr).toContain("Nothing to redo");
    expect(await here.roo(["undo", "3"])).toMatchObject({ code: 0 });
    look();
    expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
    look();
    expect(seen.slice(7)).toEqual(["0", "0y"]);
  });

  it("reports what it undid, or would undo in a dry run", async () => {
    using here = createProject({ a: "a\n" });
    const { result } = await here.run([command("printf 'b\\n' > a; printf c > c"), complete("done")], ...all);
    const dry = await here.roo(["undo", "--dry-run"]);
    expect(dry.stdout).toContain("would restore a\nwould remove c\n");
    expect(here.read("a")).toBe("b\n");
    const done = await here.roo(["undo"]);
    expect(done.stdout).toMatch(
      new RegExp(
        `^Undid 1 step of task ${result.taskId}\n {2}\\d+ {2}execute_command .*\nrestored a\nremoved c\nRun roo undo --redo to redo\\.\n$`,
      ),
    );
    expect(tree(here.folder)).toEqual({ a: "644 a\n" });
    expect((await rows(here)).map(({ kind, isTakenBack, changed }) => [kind, isTakenBack, changed])).toEqual([
      ["step", true, ["a", "c"]],
      ["end", false, undefined],
      ["undo", false, undefined],
    ]);
    expect((await here.roo(["checkpoints"])).stdout).toContain("Undid a, c\n");
    for (const name of ["checkpoints", "diff"])
      expect(await here.roo([name, "--task", result.taskId ?? ""])).toEqual(
        await here.roo([name, result.taskId ?? ""]),
      );
    expect((await here.roo(["tasks", "show", result.taskId ?? ""])).stdout).toMatch(/\[\d+\] Undid a, c\n/);
    expect((await here.roo(["tasks", "list"])).stdout).toContain("completed");
  });

  it("skips steps that changed nothing, and keeps changes of the person elsewhere", async () => {
    using here = createProject({ a: "a\n", mine: "mine\n" });
    await here.run([write("a", "b\n"), command("true"), complete("done")], ...all);
    here.write("mine", "changed by me\n");
    expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
    expect([here.read("a"), here.read("mine")]).toEqual(["a\n", "changed by me\n"]);
    here.write("mine", "again\n");
    expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
    expect([here.read("a"), here.read("mine")]).toEqual(["b\n", "again\n"]);
  });

  it("undoes some files only, each time further", async () => {
    using here = createProject({ a: "0\n", b: "0\n" });
    const both = (text: string) => command(`echo ${text} > a; echo ${text} > b`);
    await here.run([both("1"), both("2"), complete("done")], ...all);
    expect(await here.roo(["undo", "a"])).toMatchObject({ code: 0 });
    expect([here.read("a"), here.read("b")]).toEqual(["1\n", "2\n"]);
    expect(await here.roo(["undo", "a"])).toMatchObject({ code: 0 });
    expect([here.read("a"), here.read("b")]).toEqual(["0\n", "2\n"]);
    expect((await here.roo(["undo", "a"])).code).toBe(2);
    expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
    expect([here.read("a"), here.read("b")]).toEqual(["0\n", "1\n"]);
    expect((await here.roo(["undo", "../elsewhere"])).stderr).toContain("is not in the task's folder");
  });

  it("undoes new steps first after the task was resumed", async () => {
    using here = createProject({ x: "0\n" });
    const { result } = await here.run([write("x", "1\n"), write("x", "2\n"), complete("done")], ...all);
    expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
    const replies = [write("x", "1\n"), write("x", "2\n"), complete("done"), call("read_file", { path: "x" })];
    const script = here.script([...replies, write("x", "3\n"), complete("again")]);
    const again = await here.roo(["tasks", "resume", result.taskId, "more", "--replay", script, ...all]);
    expect(again).toMatchObject({ code: 0 });
    const seen = [here.read("x")];
    for (let count = 0; count < 2; count += 1) {
      await here.roo(["undo"]);
      seen.push(here.read("x"));
    }
    expect(seen).toEqual(["3\n", "1\n", "0\n"]);
    expect((await here.roo(["undo"])).code).toBe(2);
  });

  it("restores to any checkpoint, and can undo that", async () => {
    using here = createProject({ x: "0\n" });
    await here.run([write("x", "1\n"), write("x", "2\n"), write("x", "3\n"), complete("done")], ...all);
    const [, second, , end] = await rows(here);
    expect(await here.roo(["undo", "--to", `${second?.seq}`])).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("1\n");
    expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("0\n");
    expect(await here.roo(["undo", "--to", `${end?.seq}`])).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("3\n");
    expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("2\n");
    expect((await here.roo(["undo", "--to", "9999"])).stderr).toContain("The task has no event 9999");
  });

  it("also rewinds the conversation, and the task continues from there", async () => {
    using here = createProject({ x: "0\n" });
    const { result } = await here.run([write("x", "1\n"), write("x", "2\n"), complete("done")], ...all);
    const undone = await here.roo(["undo", "--conversation"]);
    expect(undone.stdout).toMatch(/The conversation continues from \d+\./);
    expect((await here.roo(["tasks", "list"])).stdout).toContain("interrupted");
    const shown = await here.roo(["tasks", "show", result.taskId]);
    expect(shown.stdout).toMatch(/— rewound to \d+ —/);
    const replies = [write("x", "1\n"), write("x", "2\n"), complete("done")];
    const script = here.script([...replies, write("x", "other\n"), complete("otherwise")]);
    const again = await here.roo(["tasks", "resume", result.taskId, "--replay", script, "--output", "json", ...all]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "completed", result: "otherwise", turns: 5 });
    expect(here.read("x")).toBe("other\n");
    const exported = await here.roo(["export", result.taskId]);
    expect(exported.stdout).toContain("otherwise");
    expect(exported.stdout).not.toContain("2\n");
  });

  it("restores the conversation with a redo", async () => {
    using here = createProject({ x: "0\n" });
    const { result } = await here.run([write("x", "1\n"), complete("all done")], ...all);
    await here.roo(["undo", "--conversation"]);
    expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("1\n");
    const script = here.script([write("x", "1\n"), complete("all done")]);
    const again = await here.roo(["tasks", "resume", result.taskId, "--replay", script, "--output", "json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "completed", result: "all done" });
  });

  it.each([
    ["rm -rf", "rm -rf -- * .[a-z]*"],
    ["git clean", "git init -q . && git add sub/.gitignore 2>/dev/null; git clean -qfdx; rm -rf .git"],
  ])("restores everything byte for byte after %s in a folder without a repository", async (_, gone) => {
    using here = createProject();
    writeHardTree(here);
    const before = tree(here.folder);
    await here.run([command(gone), complete("oops")], "--auto-approve", "all,destructive,protected");
    expect(Object.keys(tree(here.folder)).length).toBeLessThan(6);
    expect(await here.roo(["undo"])).toMatchObject({ code: 0, stderr: "" });
    expect(tree(here.folder)).toEqual(before);
  });

  it("neither needs nor touches repositories: nested ones and submodules are unchanged", async () => {
    using here = createProject({ "a.txt": "a\n" });
    const git = (folder: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "protocol.file.allow=always", ...args], {
        cwd: here.path(folder),
        stdio: "pipe",
      }).toString();
    mkdirSync(here.path("nested"));
    here.write("nested/n.txt", "n\r\n");
    for (const folder of ["nested", "."]) git(folder, "init", "-q");
    for (const args of [
      ["add", "."],
      ["commit", "-qm", "one"],
    ])
      git("nested", ...args);
    git(".", "submodule", "--quiet", "add", here.path("nested"), "sub");
    git(".", "add", "a.txt");
    git(".", "commit", "-qm", "one");
    const status = () => [git(".", "status", "--porcelain"), git(".", "rev-parse", "HEAD"), git("sub", "status", "-s")];
    const before = { files: tree(here.folder), status: status() };
    await here.run(
      [command("echo z > a.txt; echo z > nested/n.txt; rm sub/n.txt; rm .gitmodules"), complete("x")],
      ...all,
    );
    expect(status()).not.toEqual(before.status);
    expect(await here.roo(["undo"])).toMatchObject({ code: 0, stderr: "" });
    expect(status()).toEqual(before.status);
    for (const path of ["a.txt", "nested/n.txt", "sub/n.txt", ".gitmodules"])
      expect(tree(here.folder)[path]).toBe(before.files[path]);
    const seen = tree(here.folder);
    await here.run([command("rm -rf -- * .git .gitmodules"), complete("x")], ...all);
    expect(await here.roo(["undo"])).toMatchObject({ code: 0, stderr: "" });
    expect(tree(here.folder)).toEqual(seen);
    expect(status()).toEqual(before.status);
  });

  it("fails while the task is running, and for invalid arguments", async () => {
    using here = createProject({ x: "0\n" });
    expect((await here.roo(["undo"])).stderr).toContain("No task has run in");
    await here.run([complete("nothing")], ...all);
    expect((await here.roo(["undo"])).code).toBe(2);
    for (const args of [["0"], ["2", "--to", "3"], ["--redo", "2"], ["--to", "x"]])
      expect((await here.roo(["undo", ...args])).code).toBe(2);
    for (const name of ["undo", "diff", "checkpoints"])
      expect((await here.roo([name, "--help"])).stdout).toMatch(new RegExp(`^roo ${name} `));
  });

  it("works from a subfolder, and for a named task", async () => {
    using here = createProject({ "src/x": "0\n" });
    const { result } = await here.run([write("src/x", "1\n"), complete("done")], ...all);
    const shown = await here.roo(["undo", "--cwd", here.path("src"), "--dry-run"]);
    expect(shown.stdout).toContain("would restore src/x");
    expect(await here.roo(["undo", "--task", result.taskId.slice(0, 13)])).toMatchObject({ code: 0 });
    expect(here.read("src/x")).toBe("0\n");
  });

  it("is off if the settings say so, and without git", async () => {
    using here = createProject({ x: "0\n" });
    const off = { ROO_SNAPSHOTS: "false" };
    const script = here.script([write("x", "1\n"), complete("done")]);
    expect(await here.roo(["run", "--replay", script, ...all, "go"], { env: off })).toMatchObject({ code: 0 });
    expect((await here.roo(["checkpoints"])).stdout).toContain("No checkpoints: snapshots were off");
  });
});

describe("checkpoints and diff", () => {
  it("list each step with its files, and skipped files", async () => {
    using here = createProject({ x: "0\n", "node_modules/m/index.js": "m" });
    const { result } = await here.run([write("x", "1\n"), command("rm x; echo y > y"), complete("done")], ...all);
    expect((await rows(here)).map(({ kind, changed }) => [kind, changed])).toEqual([
      ["step", ["x"]],
      ["step", ["x", "y"]],
      ["end", undefined],
    ]);
    expect((await rows(here))[0]?.skipped).toEqual([{ path: "node_modules/", rule: "dependencies" }]);
    const { stdout } = await here.roo(["checkpoints", result.taskId.slice(0, 13), "--skipped"]);
    expect(stdout).toMatch(/^Task .*\nN +time +files +before\n\d+ .* 1 {2}write_to_file/);
    expect(stdout).toMatch(/ {2}dependencies {2}node_modules\/\n$/);
  });

  it("report an argument that is neither a task nor a file, and keep names in other scripts readable", async () => {
    using here = createProject({ x: "0\n" });
    await here.run([write("é.txt", "1\n"), complete("done")], ...all);
    expect((await here.roo(["diff"])).stdout).toContain("+++ b/é.txt");
    expect(await here.roo(["diff", "x"])).toMatchObject({ code: 0, stdout: "Nothing changed in x.\n" });
    const unknown = await here.roo(["diff", "nope"]);
    expect([unknown.code, unknown.stderr.split("\n")[0]]).toEqual([
      2,
      "roo: No task and no changed file is named nope.",
    ]);
    const undo = await here.roo(["undo", "x"]);
    expect([undo.code, undo.stderr]).toEqual([2, expect.stringContaining("no step left to undo in x.")]);
    const [taskId = ""] = here.taskIds();
    const fork = await here.roo(["tasks", "fork", taskId, "--into", "x"]);
    expect([fork.code, fork.stderr]).toEqual([2, expect.stringContaining("x is not a folder.")]);
  });

  it("show changes between any two points", async () => {
    using here = createProject({ x: "0\n", other: "o\n" });
    const { result } = await here.run(
      [write("x", "1\n"), write("x", "2\n"), command("rm other"), complete("")],
      ...all,
    );
    const [first, second, third] = await rows(here);
    const whole = await here.roo(["diff"]);
    expect(whole.stdout).toContain("-0\n+2\n");
    expect(whole.stdout).toContain("deleted file");
    const part = await here.roo(["diff", "--from", `${second?.seq}`, "--to", `${third?.seq}`]);
    expect(part.stdout).toContain("-1\n+2\n");
    expect(part.stdout).not.toContain("other");
    expect((await here.roo(["diff", result.taskId, "other", "--stat"])).stdout).toMatch(/^other +deleted +\+0 +-1\n$/);
    const json = await here.roo(["diff", "x", "--to", `${second?.seq}`, "--output", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ path: "x", change: "changed" }] });
    expect(first?.label).toContain("write_to_file");
    await here.roo(["undo", "3"]);
    expect((await here.roo(["diff"])).stdout).toBe("Nothing changed.\n");
  });
});

describe("a fork", () => {
  it("has the earlier files and conversation, and continues on its own", async () => {
    using here = createProject({ x: "0\n" });
    const { result } = await here.run([write("x", "1\n"), write("x", "2\n"), complete("done")], ...all);
    const [, second] = await rows(here);
    const into = join(here.folder, "..", "copy");
    const at = ["--at", `${second?.seq}`];
    const made = await here.roo(["tasks", "fork", result.taskId, ...at, "--into", into, "--output", "json"]);
    const fork = JSON.parse(made.stdout);
    expect(fork).toMatchObject({ cwd: into, conflicts: [] });
    expect([readFileSync(join(into, "x"), "utf8"), here.read("x")]).toEqual(["1\n", "2\n"]);
    const [start, ...rest] = here.events(fork.taskId);
    expect(start).toMatchObject({ forkedFrom: { taskId: result.taskId, seq: fork.seq }, environment: { cwd: into } });
    expect(rest.map(({ type }) => type)).toEqual(
      expect.not.arrayContaining(["run.start", "run.end", "snapshot.added"]),
    );
    expect((await here.roo(["tasks", "list"])).stdout).toMatch(new RegExp(`${fork.taskId}  interrupted.*do it`));
    const script = here.script([write("x", "1\n"), write("x", "forked\n"), complete("as a fork")]);
    const again = await here.roo(["tasks", "resume", fork.taskId, "--replay", script, "--output", "json", ...all]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "completed", result: "as a fork" });
    expect([readFileSync(join(into, "x"), "utf8"), here.read("x")]).toEqual(["forked\n", "2\n"]);
    const refused = await here.roo(["tasks", "fork", result.taskId, ...at, "--into", into]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("is not empty");
  });

  it("in the same folder restores the files, which can be undone, or keeps them", async () => {
    using here = createProject({ x: "0\n" });
    const { result } = await here.run([write("x", "1\n"), write("x", "2\n"), complete("done")], ...all);
    const [, second] = await rows(here);
    const at = ["--at", `${second?.seq}`, "--output", "json"];
    const without = await here.roo(["tasks", "fork", result.taskId, ...at, "--no-files"]);
    expect(without).toMatchObject({ code: 0 });
    expect(here.read("x")).toBe("2\n");
    const fork = JSON.parse((await here.roo(["tasks", "fork", result.taskId, ...at])).stdout);
    expect(here.read("x")).toBe("1\n");
    const [before] = await rows(here, fork.taskId);
    await here.roo(["undo", "--task", fork.taskId, "--to", `${before?.seq}`]);
    expect(here.read("x")).toBe("2\n");
    expect((await here.roo(["tasks", "fork", result.taskId, "--at", "1"])).stderr).toContain("no message before");
    expect((await here.roo(["tasks", "fork", result.taskId, "--at", "999"])).stderr).toContain("no event 999");
  });
});

function writeHardTree(here: TestProject): void {
  here.write("crlf.txt", "one\r\ntwo\r\n");
  here.write(".gitattributes", "* text=auto eol=crlf\n");
  here.write(".gitignore", "*.log\n.env\n");
  here.write("ignored.log", "ignored and wanted");
  here.write(".env", "KEY=1");
  here.write("sub/deep/-rf", "leading dash");
  here.write("with\nnewline", "odd");
  writeFileSync(
    here.path("data.bin"),
    Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) % 256),
  );
  here.write("run.sh", "#!/bin/sh\n");
  chmodSync(here.path("run.sh"), 0o755);
  here.write("private/key", "secret");
  chmodSync(here.path("private/key"), 0o600);
  chmodSync(here.path("private"), 0o700);
  mkdirSync(here.path("empty/deeper"), { recursive: true });
  symlinkSync("crlf.txt", here.path("link"));
  symlinkSync("/nowhere/at all", here.path("dangling"));
  rmSync(here.path("none"), { force: true });
}
