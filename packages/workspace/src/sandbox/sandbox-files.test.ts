import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CommandProfile } from "@roo-code/types";
import { expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { LocalWorkspace } from "../local-workspace.ts";

/** Ways to write a given file. */
const writers: readonly (readonly [string, (path: string) => string])[] = [
  ["a redirection", (path) => `echo x > ${path}`],
  ["a here-document", (path) => `cat > ${path} <<'END'\nx\nEND`],
  ["tee", (path) => `echo x | tee ${path}`],
  ["python", (path) => `python3 -c 'open("${path}", "w").write("x")'`],
  ["cp", (path) => `echo x > /tmp/a && cp /tmp/a ${path}`],
  ["mv", (path) => `echo x > /tmp/a && mv /tmp/a ${path}`],
  ["dd", (path) => `echo x | dd of=${path}`],
  ["a link and a write through it", (path) => `ln -s ${path} /tmp/link && echo x > /tmp/link`],
  ["a background job", (path) => `(sleep 0.05; echo x > ${path}) & wait`],
  ["its own session", (path) => `setsid sh -c 'echo x > ${path}'`],
  ["a shell in a shell", (path) => `sh -c "bash -c 'echo x > ${path}'"`],
  ["its path in /proc", (path) => `echo x > /proc/self/root${path}`],
  [
    "git apply",
    (path) =>
      `cd $(dirname ${path}) && printf -- '--- /dev/null\\n+++ b/%s\\n@@ -0,0 +1 @@\\n+x\\n' $(basename ${path}) | git apply`,
  ],
];

describeSandboxed("a sandboxed command", () => {
  it("writes in the workspace by every means, and nowhere else", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "roo-outside-")));
    try {
      await using temp = sandboxedWorkspace();
      for (const [name, write] of writers) {
        await run(temp, `${write(temp.path("new.txt"))}; cd ${temp.root}; ${write(join(outside, "new.txt"))}`);
        expect([name, existsSync(temp.path("new.txt"))]).toEqual([name, true]);
        rmSync(temp.path("new.txt"));
      }
      expect([readdirSync(outside), readdirSync(temp.root)]).toEqual([[], []]);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it("of a mode without write access writes by none of them", async () => {
    await using temp = sandboxedWorkspace({ "old.txt": "old" }, { write: "none" });
    for (const [name, write] of writers) {
      const { output } = await run(temp, `${write(temp.path("new.txt"))}; ${write(temp.path("old.txt"))}`);
      expect(`${name}: ${output}`).toMatch(/read-only|error/i);
    }
    expect([readdirSync(temp.root), temp.readText("old.txt")]).toEqual([["old.txt"], "old"]);
  });

  it("of a read-only sandbox writes only in its own /tmp, which later commands share", async () => {
    await using temp = sandboxedWorkspace({}, { choice: "readonly" });
    expect(await run(temp, "echo x > new.txt")).toMatchObject({
      exitCode: 1,
      notes: ["Commands of this mode may only write in /tmp."],
    });
    expect(await run(temp, "echo kept > /tmp/a")).toMatchObject({ exitCode: 0 });
    expect((await run(temp, "cat /tmp/a /var/tmp/a")).output).toBe("kept\nkept\n");
    expect(existsSync("/tmp/a")).toBe(false);
  });

  it("cannot run outside, whatever folder is requested", async () => {
    await using temp = sandboxedWorkspace();
    symlinkSync(tmpdir(), temp.path("link"));
    await expect(run(temp, "echo x > escaped", { cwd: ".." })).rejects.toMatchObject({ code: "outside_workspace" });
    await expect(run(temp, "echo x > escaped", { cwd: "link" })).rejects.toMatchObject({ code: "outside_workspace" });
    await run(temp, "cd ..; echo x > escaped; cd /usr && echo x > escaped; cd ~ && echo x > escaped");
    for (const folder of [join(temp.root, ".."), "/usr", homedir()])
      expect(existsSync(join(folder, "escaped"))).toBe(false);
  });

  it("does not see keys and tokens, other users' homes, or Roo's own files", async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-user-")));
    try {
      for (const folder of [".ssh", ".aws", ".cargo/bin"]) mkdirSync(join(home, folder), { recursive: true });
      for (const file of [".ssh/id_rsa", ".aws/credentials", ".netrc", ".cargo/credentials.toml"])
        writeFileSync(join(home, file), "canary");
      writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Somebody\n");
      writeFileSync(join(home, ".npmrc"), "//registry/:_authToken=canary\n");
      writeFileSync(join(home, ".cargo/bin/tool"), "#!/bin/sh\necho tool runs\n", { mode: 0o755 });
      await using temp = sandboxedWorkspace({}, { environment: { PATH: process.env.PATH, HOME: home } });
      writeFileSync(join(temp.home, "secrets.json"), "canary");
      const look = `grep -rsl canary ~ /etc ${temp.home}; cat ~/.ssh/id_rsa /etc/shadow; ls /home`;
      const { output } = await run(temp, look);
      expect(output).not.toMatch(/canary|root:/);
      expect((await run(temp, "~/.cargo/bin/tool; git config user.name")).output).toBe("tool runs\nSomebody\n");
      await run(temp, "echo x > ~/.bashrc; mkdir -p ~/.ssh && echo x > ~/.ssh/authorized_keys");
      expect([existsSync(join(home, ".bashrc")), existsSync(join(home, ".ssh/authorized_keys"))]).toEqual([
        false,
        false,
      ]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it("does not see secrets if the home folder is the workspace", async () => {
    await using temp = sandboxedWorkspace({ ".ssh/id_rsa": "canary", ".netrc": "canary", "a.txt": "seen" });
    const sandbox = {
      choice: "auto",
      home: temp.home,
      profile: (): CommandProfile => ({ write: "all", network: "none" }),
    } as const;
    const environment = { PATH: process.env.PATH, HOME: temp.root };
    const workspace = new LocalWorkspace({ root: temp.root, environment, sandbox });
    const { output } = await run({ ...temp, workspace }, "cat a.txt .ssh/id_rsa .netrc; ls .ssh");
    await workspace.dispose();
    expect(output).toMatch(/^seen/);
    expect(output).not.toContain("canary");
  });

  it("works in a copy stored among Roo's own files, and sees nothing else of them", async () => {
    await using temp = sandboxedWorkspace();
    const home = join(temp.root, ".roo");
    const root = join(home, "worktrees", "one");
    mkdirSync(root, { recursive: true });
    writeFileSync(join(home, "settings.json"), "canary");
    const profile = (): CommandProfile => ({ write: "all", network: "none" });
    const environment = { PATH: process.env.PATH, HOME: temp.root };
    const workspace = new LocalWorkspace({ root, environment, sandbox: { choice: "auto", home, profile } });
    const look = "echo x >> new.txt && wc -l < new.txt; cat ../../settings.json; ls -A ../..";
    const outputs = [await run({ ...temp, workspace }, look), await run({ ...temp, workspace }, look)];
    await workspace.dispose();
    expect(outputs.map(({ output }) => output.split("\n")[0])).toEqual(["1", "2"]);
    expect(outputs.map(({ output }) => output).join("")).not.toMatch(/canary|settings\.json\n/);
  });

  it("reads a shared folder, but not what a link in its place points to", async () => {
    await using outer = createTempWorkspace({ "packages/a.txt": "shared", "outside/a.txt": "secret" });
    const path = outer.path("packages");
    await using temp = sandboxedWorkspace({}, { shared: [{ path, at: "packages" }] });
    expect((await run(temp, `cat ${path}/a.txt`)).output).toBe("shared");
    renameSync(path, outer.path("moved"));
    symlinkSync(outer.path("outside"), path);
    expect((await run(temp, `cat ${path}/a.txt`)).output).toContain("No such file");
  });

  it("neither reads nor writes what .rooignore lists", async () => {
    await using temp = sandboxedWorkspace({
      ".rooignore": "secret/\n*.key\n",
      "secret/a.txt": "canary",
      "deep/down/b.key": "canary",
      "c.txt": "seen",
    });
    const { output } = await run(
      temp,
      "cat secret/a.txt deep/down/b.key c.txt; ls secret; echo x > deep/down/b.key; rm -rf secret",
    );
    expect(output).toContain("seen");
    expect(output).not.toContain("canary");
    expect([temp.readText("deep/down/b.key"), temp.readText("secret/a.txt")]).toEqual(["canary", "canary"]);
    temp.write(".rooignore", "");
    expect((await run(temp, "cat secret/a.txt")).output).toBe("canary");
  });
});
