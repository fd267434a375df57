import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Terminal } from "./front-door/terminal.ts";
import { createProject, type TestProject } from "./roo.ts";

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

describe("roo completion", () => {
  let here: TestProject;
  beforeAll(async () => {
    here = createProject();
    for (const shell of ["bash", "zsh", "fish"]) {
      const { stdout } = await here.roo(["completion", shell]);
      writeFileSync(here.path(shell === "zsh" ? "_roo" : `roo.${shell}`), stdout);
    }
  });
  afterAll(() => here[Symbol.dispose]());

  it("names the shells it knows", async () => {
    expect(await here.roo(["completion", "csh"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "roo: There is no completion for csh.\n  → roo completion bash|zsh|fish\n",
    });
  });

  it.skipIf(!has("bash"))("completes commands, flags and values in bash (needs bash)", () => {
    expect(inBash("ta")).toEqual(["tasks"]);
    expect(inBash("tasks", "")).toEqual(expect.arrayContaining(["list", "prune"]));
    expect(inBash("tasks", "list", "--ou")).toEqual(["--output"]);
    expect(inBash("tasks", "list", "--output", "")).toEqual(["text", "json"]);
    // A path, and a prompt: bash completes file names.
    expect(inBash("run", "--cwd", "")).toEqual([]);
    expect(inBash("run", "t")).toEqual([]);
  });

  it.skipIf(!has("fish"))("completes commands, flags and values in fish (needs fish)", () => {
    expect(inFish("roo ta")).toEqual(["tasks"]);
    expect(inFish("roo tasks ")).toEqual(expect.arrayContaining(["list", "prune"]));
    expect(inFish("roo tasks list --ou")).toEqual(["--output"]);
    expect(inFish("roo tasks list --output ")).toEqual(["json", "text"]);
    expect(inFish("roo run --cwd ./ro")).toEqual(["./roo.bash", "./roo.fish"]);
  });

  it.skipIf(!has("zsh"))("completes commands, flags and values in zsh (needs zsh)", async () => {
    using terminal = new Terminal("exec zsh -f -i", { cwd: here.folder, env: { ...here.env, TERM: "dumb" } });
    terminal.types(
      "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; zstyle ':completion:*' menu no; PS1='read'y'> '\r",
    );
    await terminal.sees(/ready> /);
    for (const [typed, completed] of [
      ["roo ta", /roo tasks/],
      ["roo tasks pr", /roo tasks prune/],
      ["roo tasks list --ou", /--output/],
      ["roo tasks list --output j", /--output json/],
    ] as const) {
      terminal.types(`${typed}\t`);
      await terminal.sees(completed);
      // Ctrl-U: empties the line.
      terminal.types("\u0015");
    }
    terminal.types("exit\r");
    expect(await terminal.ended).toBe(0);
  });

  function inBash(...words: readonly string[]): string[] {
    const program = 'source ./roo.bash; COMP_WORDS=(roo "$@"); COMP_CWORD=$#; _roo; printf "%s\\n" "${COMPREPLY[@]}"';
    return outputOf("bash", ["--norc", "-c", program, "bash", ...words]);
  }

  function inFish(line: string): string[] {
    const lines = outputOf("fish", ["--no-config", "-c", "source ./roo.fish; complete -C $argv[1]", line]);
    return lines.map((each) => each.split("\t", 1)[0] ?? "");
  }

  function outputOf(program: string, args: readonly string[]): string[] {
    const { stdout, stderr } = spawnSync(program, args, { cwd: here.folder, env: here.env, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  }
});
