import { chmodSync, symlinkSync } from "node:fs";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { ToolFailure } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { composeMessage, type MessageParts } from "./compose-message.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

function compose(text: string, { workspace }: TempWorkspace, parts: Partial<MessageParts> = {}) {
  const signal = new AbortController().signal;
  return composeMessage(text, { workspace, isFirst: false, signal, now: 0, environment: process.env, ...parts });
}

describe("mentioned files and folders", () => {
  it("are shown as read_file shows them, and count as seen", async () => {
    await using temp = createTempWorkspace({ "src/a.ts": "one\ntwo\nthree\n" });
    const text = "compare @/src/a.ts with @src/a.ts:2-3.";
    const message = await compose(text, temp);
    const { version } = await temp.workspace.files.read("src/a.ts");
    expect(message).toEqual({
      text,
      attachment: [
        '<file_content path="src/a.ts">\nFile: src/a.ts\n1 | one\n2 | two\n3 | three\n</file_content>',
        '<file_content path="src/a.ts">\nFile: src/a.ts\n2 | two\n3 | three\n</file_content>',
      ].join("\n\n"),
      images: [],
      seen: [
        { path: "src/a.ts", version },
        { path: "src/a.ts", version },
      ],
      notices: [],
    });
  });

  it("may have spaces, punctuation after them, or a name that looks like a line range", async () => {
    await using temp = createTempWorkspace({ "my notes/a b.md": "hello", "log:1-2": "odd", "end.": "dot" });
    const { attachment, notices } = await compose(`@/my\\ notes/a\\ b.md! @/log:1-2 @/end. @${temp.root}/end.`, temp);
    expect(attachment?.match(/\d \| \w+/g)).toEqual(["1 | hello", "1 | odd", "1 | dot", "1 | dot"]);
    expect(notices).toEqual([]);
  });

  it("are listed without ignored files", async () => {
    const files = {
      ".gitignore": "out/\n",
      ".rooignore": "private/\n",
      "out/a": "",
      "private/b": "",
      "src/deep/c.ts": "",
    };
    await using temp = createTempWorkspace(files);
    const all = await compose("@/", temp);
    expect(all.attachment).toBe(
      '<folder_content path="./">\n.gitignore\n.rooignore\nsrc/\nsrc/deep/\nsrc/deep/c.ts\n</folder_content>',
    );
    expect((await compose("@/src", temp)).attachment).toContain('path="src/"');
    expect((await compose("@src/deep/", temp)).attachment).toContain("src/deep/c.ts");
    expect((await compose("@src/deep", temp)).attachment).toBeUndefined();
  });

  it("are listed up to a limit, with a note", async () => {
    const files = Object.fromEntries(Array.from({ length: 210 }, (_, index) => [`many/${index}`, ""]));
    await using temp = createTempWorkspace(files);
    const { attachment } = await compose("@/many/", temp);
    expect(attachment?.split("\n")).toHaveLength(203);
    expect(attachment).toContain("(Only 200 entries are listed, those at the top first.)");
  });

  it("are attached as images if they are images", async () => {
    await using temp = createTempWorkspace({ "shot.png": png });
    const { attachment, images, seen } = await compose("what is wrong in @/shot.png?", temp);
    expect(images).toEqual([{ type: "image", mediaType: "image/png", data: png.toString("base64") }]);
    expect(attachment).toContain("(image/png, 16 bytes)");
    expect(seen).toHaveLength(1);
  });

  it("are refused if they are private files in a home folder", async () => {
    await using temp = createTempWorkspace({ ".ssh/id_test": "canary", "good.txt": "good" }, { isHome: true });
    const { attachment, notices, seen } = await compose("@/.ssh/id_test @/.ssh @/good.txt", temp);
    const reason = "it may contain keys or private data; ask the agent to read it, which requires your approval";
    expect(notices).toEqual([`@/.ssh/id_test is not attached: ${reason}.`, `@/.ssh is not attached: ${reason}.`]);
    expect(attachment).toContain("1 | good");
    expect(attachment).not.toContain("canary");
    expect(seen.map(({ path }) => path)).toEqual(["good.txt"]);
  });

  it("are refused with a reason, which the model gets as well", async () => {
    await using temp = createTempWorkspace({
      ".rooignore": "*.key\n",
      "a.key": "canary",
      "data.bin": new Uint8Array([0, 1, 2, 3, 0, 0, 9]),
      "good.txt": "good",
    });
    symlinkSync("/etc", temp.path("etc"));
    const { attachment, notices, seen } = await compose(
      "@/a.key @/data.bin @/gone.ts @/../x @//etc/passwd @/etc/passwd @/good.txt:9 @/good.txt",
      temp,
    );
    expect(notices).toEqual([
      "@/a.key is not attached: .rooignore hides it from the agent.",
      "@/data.bin is not attached: it is a binary file, neither text nor an image nor a document that can be shown.",
      "@/gone.ts is not attached: there is no such file or folder.",
      "@/../x is not attached: it is not inside the workspace.",
      "@//etc/passwd is not attached: it is not inside the workspace.",
      "@/etc/passwd is not attached: it is not inside the workspace.",
      '@/good.txt:9 is not attached: "good.txt" has 1 lines; line 9 is beyond its end.',
    ]);
    expect(attachment).toContain(`<not_attached>\n${notices.join("\n")}\n</not_attached>`);
    expect(attachment).toContain("1 | good");
    expect(attachment).not.toMatch(/canary|root:/);
    expect(seen.map(({ path }) => path)).toEqual(["good.txt"]);
  });

  it("are ignored if they may be something else", async () => {
    await using temp = createTempWorkspace({ ".rooignore": "secret/\n", "secret/a": "canary" });
    const text = "@roo-code/types @secret/a @Injectable me@example.com \\@/gone @1234567";
    expect(await compose(text, temp)).toEqual({ text, images: [], seen: [], notices: [] });
  });

  it("cannot close their block", async () => {
    await using temp = createTempWorkspace({ "a.txt": "</file_content>\n</FILE_CONTENT>" });
    const { attachment } = await compose("@/a.txt", temp);
    expect(attachment?.match(/<\/file_content>/gi)).toHaveLength(1);
  });

  it("are bounded in total, and cuts and omissions are noted", async () => {
    const line = `${"x".repeat(99)}\n`;
    const names = ["a", "b", "c", "d", "e"];
    await using temp = createTempWorkspace(Object.fromEntries(names.map((name) => [name, line.repeat(600)])));
    const { attachment, notices, seen } = await compose(names.map((name) => `@/${name}`).join(" "), temp);
    expect(attachment?.length).toBeLessThan(201_000);
    expect(attachment).toMatch(/\(Truncated: \d+ of \d+ characters are shown\.\)/);
    expect(notices).toEqual(["@/e is not attached: the attachments of the message are too long already."]);
    expect(seen).toHaveLength(4);
  });

  it("are limited to twenty", async () => {
    const names = Array.from({ length: 22 }, (_, index) => `f${index}`);
    await using temp = createTempWorkspace(Object.fromEntries(names.map((name) => [name, name])));
    const { seen, notices } = await compose(names.map((name) => `@/${name}`).join(" "), temp);
    expect([seen.length, notices.length]).toEqual([20, 2]);
  });

  it("are reported if they cannot be read", async () => {
    await using temp = createTempWorkspace({ "a.txt": "x" });
    chmodSync(temp.path("a.txt"), 0o000);
    const { notices, seen } = await compose("@/a.txt", temp);
    // Root can read every file.
    expect(notices.length + seen.length).toBe(1);
  });

  it("are not attached once the user aborts", async () => {
    await using temp = createTempWorkspace({ "a.txt": "x" });
    await expect(compose("@/a.txt", temp, { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow(
      "stopped",
    );
  });
});

describe("mentioned problems and commands", () => {
  it("come from the editor and its terminal if connected", async () => {
    await using temp = createTempWorkspace();
    const problems = async () => "a.ts:1 error: no";
    const terminal = async () => "$ make\nfailed";
    const { attachment } = await compose("@problems @terminal", temp, { problems, terminal });
    expect(attachment).toBe(
      "<workspace_diagnostics>\na.ts:1 error: no\n</workspace_diagnostics>\n\n<terminal_output>\n$ make\nfailed\n</terminal_output>",
    );
  });

  it("are reported as missing without an editor or a command", async () => {
    await using temp = createTempWorkspace();
    expect((await compose("@problems @terminal", temp)).notices).toEqual([
      "@problems is not attached: no editor is connected.",
      "@terminal is not attached: the task has run no command yet.",
    ]);
    const problems = async () => {
      throw new ToolFailure("editor_busy", "The editor is still starting.");
    };
    expect((await compose("@problems", temp, { problems })).notices).toEqual([
      "@problems is not attached: The editor is still starting.",
    ]);
  });

  it("default to the last command of the task", async () => {
    await using temp = createTempWorkspace();
    const call = (callId: string, command: string) => ({
      role: "assistant" as const,
      content: [{ type: "tool-call" as const, callId, name: "bash", input: { command } }],
    });
    const result = (callId: string, name: string, content: string) => ({
      role: "tool" as const,
      content: [{ type: "tool-result" as const, callId, name, content, isError: false }],
    });
    const messages = [call("1", "ls"), result("1", "bash", "a"), call("2", "make"), result("2", "bash", "failed")];
    const environment = { cwd: "/", platform: "linux", shell: "bash", date: "1970-01-01" };
    const state = { seen: new Map<string, string>(), messages, environment };
    expect((await compose("@terminal", temp, { state })).attachment).toBe(
      "<terminal_output>\n$ make\nfailed\n</terminal_output>",
    );
  });
});
