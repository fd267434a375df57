import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { hasBubblewrap, run, sandboxedWorkspace } from "../../../test/sandboxed.ts";
import { launcherScript } from "../launch-scripts.ts";
import { realOf } from "../paths/git-paths.ts";
import { notesFolder } from "../paths/running-commands.ts";
import { recoverCommands } from "../recover-commands.ts";

describe.skipIf(!hasBubblewrap)("a sandbox prepared for its command (needs bwrap)", () => {
  it("runs the command with its folder, environment, input, output and exit code", async () => {
    await using temp = sandboxedWorkspace({ "sub/a b.txt": "found" });
    await temp.workspace.standBy();
    const text = 'it\'s "quoted" $HOME `x`\nand has\t two lines \\n';
    const command = `cat 'a b.txt'; echo " $PWD $OLDPWD"; printf %s ${JSON.stringify("")}; cat; cat <<'EOF' >&2\n${text}\nEOF\nexit 3`;
    const outcome = await run(temp, command, { cwd: "sub" });
    expect(outcome).toMatchObject({ exitCode: 3, output: `found ${temp.path("sub")} \n${text}\n` });
  });

  it("contains nothing of an earlier command", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    await run(temp, "export LEFT=1; sleep 1000 & cd /tmp");
    await temp.workspace.standBy();
    const { output } = await run(temp, "pwd; echo $LEFT; cat /proc/[0-9]*/comm");
    expect(output).toMatch(new RegExp(`^${temp.root}\\n\\n`));
    expect(output).not.toContain("sleep");
  });

  it("is not used if a protected file was replaced or added, or is no longer ignored", async () => {
    await using temp = sandboxedWorkspace({ "AGENTS.md": "mine", "secret.txt": "secret", ".rooignore": "secret.txt" });
    await temp.workspace.standBy();
    temp.write("new.md", "mine again");
    renameSync(temp.path("new.md"), temp.path("AGENTS.md"));
    await run(temp, "echo evil > AGENTS.md");
    await temp.workspace.standBy();
    temp.write("CLAUDE.md", "mine");
    temp.write("other.txt", "secret");
    temp.write(".rooignore", "*.txt");
    const { output } = await run(temp, "echo evil > CLAUDE.md; cat secret.txt other.txt");
    expect([temp.readText("AGENTS.md"), temp.readText("CLAUDE.md")]).toEqual(["mine again", "mine"]);
    expect(output).not.toContain("secret\n");
  });

  it("blocks the same folders as the command before it, which do not exist in between", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    await temp.workspace.standBy();
    for (const _ of [1, 2, 3]) {
      expect(readdirSync(temp.root)).toEqual(["a.txt"]);
      const { output } = await run(
        temp,
        "mkdir -p .vscode && touch .vscode/settings.json; mkdir -p .github/workflows/x",
      );
      expect(output).toMatch(/settings\.json.*: Read-only[^]*workflows\/x.*: Read-only/);
      await temp.workspace.standBy();
    }
  });

  it("does not appear in file listings while it is prepared", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    const command = run(temp, "touch ready; until [ -e go ]; do sleep 0.02; done");
    await expect.poll(() => existsSync(temp.path("ready"))).toBe(true);
    expect(existsSync(temp.path(".vscode"))).toBe(true);
    const { entries } = await temp.workspace.files.list(".", {
      recursive: true,
      limit: 100,
      signal: AbortSignal.any([]),
    });
    expect(entries).toEqual(["a.txt", "ready"]);
    temp.write("go", "");
    await command;
  });

  it("leaves no placeholder behind if the workspace is closed while it is prepared", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "" });
    const prepared = temp.workspace.standBy();
    await expect.poll(() => existsSync(temp.path(".vscode")), { interval: 1 }).toBe(true);
    temp.workspace.disposeNow();
    expect(readdirSync(temp.root)).toEqual(["a.txt"]);
    await prepared;
    expect(readdirSync(temp.root)).toEqual(["a.txt"]);
  });

  it("ends with its launcher even if Roo is killed before it has heard of it", async () => {
    await using temp = createTempWorkspace({ wait: 'sleep 1000 & exec <"$1.input"' });
    const launcher = spawn("/bin/sh", ["-c", launcherScript, "roo-launcher", temp.root], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    launcher.stdout.destroy();
    launcher.stdin.end("start 1 wait\n");
    await once(launcher, "exit");
    const isLeft = (): boolean => readdirSync("/proc").some((pid) => realOf(`/proc/${pid}/cwd`) === temp.root);
    await until(() => !isLeft());
    expect(isLeft()).toBe(false);
  });

  it("ends when Roo is killed, and so do its placeholders", async () => {
    await using temp = sandboxedWorkspace();
    const moved = join(notesFolder(temp.home), `0123456789abcdef-${2 ** 30}.json-1.moved`);
    mkdirSync(moved, { recursive: true });
    recoverCommands(temp.home);
    expect(existsSync(moved)).toBe(false);
  });

  it("reports that the command was killed", async () => {
    await using temp = sandboxedWorkspace();
    await temp.workspace.standBy();
    expect(await run(temp, "kill -9 $$")).toMatchObject({ exitCode: 137, ended: "exit" });
    await temp.workspace.standBy();
    expect(await run(temp, "sleep 1000", { timeoutMs: 200 })).toMatchObject({ ended: "timeout" });
  });

  it("accepts input", async () => {
    await using temp = sandboxedWorkspace();
    await temp.workspace.standBy();
    const { id } = await run(temp, "read name; echo hello $name; cat", { stdin: "pipe", backgroundAfterMs: 50 });
    const patience = { waitMs: 20_000, signal: new AbortController().signal };
    const { output } = await temp.workspace.commands.send(id, { text: "Ada\n", isLast: true, ...patience });
    expect(output).toContain("hello Ada");
  });

  it("passes on all of the command's output", async () => {
    await using temp = sandboxedWorkspace();
    await temp.workspace.standBy();
    const outcome = await run(temp, "seq 300000", { maxOutputBytes: 5_000_000 });
    expect(outcome.output.split("\n").slice(-2)).toEqual(["300000", ""]);
    expect(outcome.output.length).toBe(1_988_895);
  });
});
