import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { afterEach, expect, it, vi } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { notesFolder } from "./paths/running-commands.ts";
import { recoverCommands } from "./recover-commands.ts";

const inChild = join(import.meta.dirname, "../../test/sandbox-in-child.ts");
const blocked = [".vscode/settings.json", ".roo/hooks.json", ".github/workflows/ci.yml", ".git/hooks/pre-commit"];
const make = (paths: readonly string[]): string =>
  paths.map((path) => `mkdir -p "$(dirname ${path})"; echo evil > ${path}`).join("\n");
/** Runs until the test has checked. */
const wait = "touch ready; until [ -e go ]; do sleep 0.02; done";

afterEach(() => vi.unstubAllEnvs());

describeSandboxed("protected files while a command runs", () => {
  it("never appear where running programs would load them", async () => {
    await using temp = sandboxedWorkspace();
    execFileSync("git", ["init", "-q", temp.root]);
    rmSync(temp.path(".git/hooks"), { recursive: true });
    const swapped = "mv .github aside; mv .git/hooks aside; mv .git aside; mv .vscode aside; rm -rf .vscode .github";
    const outcome = run(temp, `${make(blocked)}\n${swapped}\n${make(blocked)}\n${wait}`);
    await until(() => existsSync(temp.path("ready")));
    expect(blocked.filter((path) => existsSync(temp.path(path)))).toEqual([]);
    temp.write("go", "");
    expect((await outcome).output).toMatch(/read-only file system|permission denied/i);
    const left = readdirSync(temp.root, { recursive: true, encoding: "utf8" });
    expect(left.filter((path) => !/^(\.git\/|aside)/.test(path)).toSorted()).toEqual([".git", "go", "ready"]);
    expect(execFileSync("git", ["-C", temp.root, "status", "--short"], { encoding: "utf8" })).toBe("?? go\n?? ready\n");
  });

  it("are removed elsewhere before it ends, and reported", async () => {
    await using temp = sandboxedWorkspace({ "sub/a.txt": "" });
    const paths = [".envrc", "AGENTS.md", "Jenkinsfile", "sub/.vscode/settings.json", "sub/.npmrc"];
    const outcome = run(temp, `${make(paths)}\n${wait}`);
    await until(() => existsSync(temp.path("ready")));
    await until(() => !paths.some((path) => existsSync(temp.path(path))));
    temp.write("go", "");
    const { notes = [] } = await outcome;
    for (const name of [".envrc", "AGENTS.md", "Jenkinsfile", "sub/.vscode", "sub/.npmrc"])
      expect(notes[0]).toContain(name);
  });

  it("are not blocked in an empty workspace, because project generators need it empty", async () => {
    await using temp = sandboxedWorkspace();
    expect((await run(temp, "ls -A; mkdir .vscode; { echo evil > .vscode/settings.json; } 2>/dev/null")).output).toBe(
      "",
    );
    expect(readdirSync(temp.root)).toEqual([]);
  });

  it("stay if the user creates them in a blocked folder", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    const outcome = run(temp, wait);
    await until(() => existsSync(temp.path("ready")));
    temp.write(".vscode/settings.json", "mine");
    temp.write("go", "");
    expect((await outcome).notes).toBeUndefined();
    expect(temp.readText(".vscode/settings.json")).toBe("mine");
    await until(() => !existsSync(temp.path(".roo")));
  });

  it("stay blocked for one command when another one ends", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    const first = run(temp, wait);
    await until(() => existsSync(temp.path("ready")));
    const second = run(temp, `touch begun; until [ -e last ]; do sleep 0.02; done; ${make(blocked)}`);
    await until(() => existsSync(temp.path("begun")));
    temp.write("go", "");
    await first;
    temp.write("last", "");
    expect((await second).output).toMatch(/\.vscode\/settings\.json: (Read-only|Permission)/);
    await until(() => !existsSync(temp.path(".vscode")));
  });

  it("are removed at the next start after Roo was killed, but not those the user created later", async () => {
    await using temp = sandboxedWorkspace({ "CLAUDE.md": "mine" });
    const args = [inChild, temp.root, temp.home, `${make(["new/.envrc"])}; ${wait}`];
    const child: ChildProcess = spawn(process.execPath, args, { stdio: "ignore" });
    await until(() => existsSync(temp.path("ready")));
    child.kill("SIGKILL");
    await once(child, "exit");
    expect([existsSync(temp.path("new/.envrc")), existsSync(temp.path(".vscode"))]).toEqual([true, true]);
    expect(recoverCommands(temp.home)).toEqual([temp.path("new/.envrc")]);
    expect(readdirSync(temp.root).toSorted()).toEqual(["CLAUDE.md", "new", "ready"]);
    expect(readdirSync(notesFolder(temp.home))).toEqual([]);

    const then = Date.now() / 1000 - 60;
    const file = join(notesFolder(temp.home), `0123456789abcdef-${2 ** 30}.json`);
    writeFileSync(file, JSON.stringify({ root: temp.root, since: (then - 5) * 1000, placeholders: [], known: [] }));
    utimesSync(file, then, then);
    temp.write("AGENTS.md", "mine");
    expect(recoverCommands(temp.home)).toEqual([]);
    expect(temp.readText("AGENTS.md")).toBe("mine");
  });

  it.each(["of the repository", "of the user"])(
    "are hooks in a missing folder that the configuration %s names",
    async (whose) => {
      await using temp = sandboxedWorkspace();
      execFileSync("git", ["init", "-q", temp.root]);
      if (whose === "of the user") {
        writeFileSync(join(temp.home, "gitconfig"), "[core]\n\thooksPath = target/hooks\n");
        vi.stubEnv("GIT_CONFIG_GLOBAL", join(temp.home, "gitconfig"));
      } else execFileSync("git", ["-C", temp.root, "config", "core.hooksPath", "target/hooks"]);
      const outcome = run(temp, `${make(["target/hooks/pre-commit"])}; mv target other; ${wait}`);
      await until(() => existsSync(temp.path("ready")));
      expect(existsSync(temp.path("target/hooks/pre-commit"))).toBe(false);
      temp.write("go", "");
      await outcome;
      await until(() => !existsSync(temp.path("target")));
    },
  );

  it("include hooks of a submodule that has none yet, and of a repository in a build folder", async () => {
    await using temp = sandboxedWorkspace();
    execFileSync("git", ["init", "-q", temp.root]);
    mkdirSync(temp.path(".git/modules/part"), { recursive: true });
    execFileSync("git", ["init", "-q", "--bare", temp.path(".git/modules/part")]);
    rmSync(temp.path(".git/modules/part/hooks"), { recursive: true });
    const hooks = [
      ".git/modules/part/hooks/post-checkout",
      "target/.git/hooks/pre-push",
      "target/x/.git/hooks/pre-push",
    ];
    const outcome = await run(temp, `git init -q target; git init -q target/x; ${make(hooks)}`);
    expect(hooks.filter((path) => existsSync(temp.path(path)))).toEqual([]);
    expect(outcome.output).toMatch(/modules\/part\/hooks\/post-checkout: (Read-only|Permission)/);
  });

  it("cannot be changed through a hard link", async () => {
    await using temp = sandboxedWorkspace({ ".vscode/settings.json": "old", "AGENTS.md": "old", "sub/a.txt": "" });
    execFileSync("git", ["init", "-q", temp.root]);
    const config = temp.readText(".git/config");
    linkSync(temp.path(".vscode/settings.json"), temp.path("one.json"));
    linkSync(temp.path("AGENTS.md"), temp.path("sub/two.md"));
    linkSync(temp.path(".git/config"), temp.path("three"));
    await run(temp, "for name in one.json sub/two.md three; do echo evil > $name; sed -i s/o/x/ $name; done");
    expect([".vscode/settings.json", "AGENTS.md", ".git/config"].map((path) => temp.readText(path))).toEqual([
      "old",
      "old",
      config,
    ]);
  });
});
