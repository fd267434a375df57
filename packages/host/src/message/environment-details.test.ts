import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Message } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { composeMessage, type MessageParts } from "./compose-message.ts";

const noon = Date.UTC(2030, 0, 2, 12, 30);

async function detailsOf({ workspace }: TempWorkspace, parts: Partial<MessageParts>): Promise<string | undefined> {
  const signal = new AbortController().signal;
  const all = { workspace, isFirst: false, signal, now: noon, environment: {}, ...parts };
  return (await composeMessage("go on", all)).attachment;
}

function stateOf(parts: { seen?: Map<string, string | null>; messages?: Message[]; date?: string }) {
  const { seen = new Map<string, string | null>(), messages = [], date = "2030-01-02" } = parts;
  return { seen, messages, environment: { cwd: "/", platform: "linux", shell: "bash", date } };
}

describe("the environment of a first message", () => {
  it("contains the branch and the names at the top of the workspace", async () => {
    await using temp = createTempWorkspace({
      ".git/HEAD": "ref: refs/heads/feature/x\n",
      ".gitignore": "# build\n/dist/\nout\n*.log\n!keep\nname/\n",
      ".rooignore": "secret*\n",
      "dist/a": "",
      "node_modules/b": "",
      "src/c.ts": "",
      "a.log": "",
      "line\nbreak": "",
      name: "a file, and the rule is about folders",
      out: "",
      "secret.txt": "",
    });
    expect(await detailsOf(temp, { isFirst: true })).toBe(
      [
        "<environment_details>",
        "Git branch: feature/x",
        "At the top of the workspace:",
        ".gitignore",
        ".rooignore",
        "a.log",
        '"line\\nbreak"',
        "name",
        "src/",
        "</environment_details>",
      ].join("\n"),
    );
  });

  it("is read in worktrees and without a branch", async () => {
    await using temp = createTempWorkspace({
      ".git": "gitdir: real\n",
      "real/HEAD": `${"ab".repeat(20)}\n`,
      "app/a": "",
    });
    expect(await detailsOf(temp, { isFirst: true })).toContain("Git: no branch, at commit abababababab\n");
  });

  it("is bounded", async () => {
    const files = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`f${index}`, ""]));
    await using temp = createTempWorkspace(files);
    const lines = (await detailsOf(temp, { isFirst: true }))?.split("\n") ?? [];
    expect(lines.filter((line) => line.startsWith("f"))).toHaveLength(100);
    expect(lines.at(-2)).toBe("(And 30 more.)");
    const folder = temp.path(".");
    for (let index = 0; index < 1500; index += 1) writeFileSync(`${folder}/${index}-${"x".repeat(90)}`, "");
    const many = (await detailsOf(temp, { isFirst: true }))?.split("\n") ?? [];
    expect([many.length, many.at(-2)]).toEqual([104, "(And at least 900 more.)"]);
  });

  it("does not block on pipes, and cannot be closed by a file name", async () => {
    await using temp = createTempWorkspace();
    expect(await detailsOf(temp, { isFirst: true })).toContain("The workspace is empty.");
    mkdirSync(temp.path(".git"));
    execFileSync("mkfifo", [temp.path(".git/HEAD"), temp.path(".gitignore")]);
    mkdirSync(temp.path("<"));
    writeFileSync(temp.path("<environment_details>"), "");
    expect(await detailsOf(temp, { isFirst: true })).toMatch(/^<environment_details>\nAt the top[^]*\n<\/\n/);
  });
});

describe("the environment of a later message", () => {
  it("is empty when nothing changed", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a" });
    const { version } = await temp.workspace.files.read("a.txt");
    const seen = new Map([["a.txt", version]]);
    expect(await detailsOf(temp, { state: stateOf({ seen }) })).toBeUndefined();
    expect(await detailsOf(temp, {})).toBeUndefined();
  });

  it("lists files that changed on disk since the model saw them", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a", "b.txt": "b", "c.txt": "c", ".rooignore": "" });
    const versionOf = async (path: string) => (await temp.workspace.files.read(path)).version;
    const seen = new Map<string, string | null>([["new.txt", null]]);
    for (const path of ["a.txt", "b.txt", "c.txt"]) seen.set(path, await versionOf(path));
    temp.write("b.txt", "B");
    temp.write("new.txt", "by another program");
    execFileSync("rm", [temp.path("c.txt")]);
    expect(await detailsOf(temp, { state: stateOf({ seen }) })).toBe(
      "<environment_details>\nChanged on disk since you saw them:\n- new.txt\n- b.txt\n- c.txt (deleted)\n</environment_details>",
    );
    temp.write(".rooignore", "*.txt");
    expect(await detailsOf(temp, { state: stateOf({ seen }) })).toBeUndefined();
  });

  it("checks only the two hundred most recently seen files, with a note", async () => {
    await using temp = createTempWorkspace();
    const seen = new Map(Array.from({ length: 230 }, (_, index) => [`f${index}`, index < 30 ? "gone" : null]));
    expect(await detailsOf(temp, { state: stateOf({ seen }) })).toBe(
      "<environment_details>\n(30 other files that you saw were not looked at.)\n</environment_details>",
    );
  });

  it("contains the date once a day", async () => {
    await using temp = createTempWorkspace();
    const state = stateOf({ date: "2030-01-01" });
    const details = await detailsOf(temp, { state });
    expect(details).toBe("<environment_details>\nIt is now 2030-01-02 12:30 UTC.\n</environment_details>");
    const attached = { type: "text" as const, text: details ?? "", attached: true as const };
    state.messages.push({ role: "user", content: [{ type: "text", text: "go on" }, attached] });
    expect(await detailsOf(temp, { state })).toBeUndefined();
    expect(await detailsOf(temp, { state, now: noon + 86_400_000 })).toContain("2030-01-03");
  });

  it("contains the state of background commands", async () => {
    await using temp = createTempWorkspace();
    const start = (command: string) =>
      temp.workspace.execute({
        command,
        timeoutMs: 60_000,
        backgroundAfterMs: 0,
        signal: new AbortController().signal,
        maxOutputBytes: 1000,
        onOutput: () => {},
      });
    await start("sleep 60");
    await start("until [ -e go ]; do sleep 0.02; done; echo done; exit 3");
    temp.write("go", "");
    let shown = "";
    while (!shown.includes("exit code")) {
      await new Promise((resolve) => setImmediate(resolve));
      shown = (await detailsOf(temp, {})) ?? "";
    }
    expect(shown.replaceAll(/cmd-\d+/g, "cmd")).toBe(
      [
        "<environment_details>",
        "Background commands:",
        "- cmd `sleep 60` still runs",
        "- cmd `until [ -e go ]; do sleep 0.02; done; echo done; exit 3` ended with exit code 3, 5 bytes of output not seen yet",
        "</environment_details>",
      ].join("\n"),
    );
    // Listed as long as one of its processes is not gone, which can be a moment after its shell.
    await expect.poll(() => detailsOf(temp, {})).not.toContain("exit code");
  });
});
