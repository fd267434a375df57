import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { LocalWorkspace } from "@roo-code/workspace";
import { describe, expect, it } from "vitest";
import { composeMessage } from "./compose-message.ts";

const environment = { PATH: process.env.PATH, HOME: "/nonexistent" };

function git(root: string, ...args: string[]): string {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  return execFileSync("git", ["-C", root, ...author, ...args], { env: environment, encoding: "utf8" }).trim();
}

function commitAll(root: string, message: string): string {
  git(root, "add", "-A");
  git(root, "commit", "-q", "--no-verify", "-m", message);
  return git(root, "rev-parse", "HEAD");
}

function repository(files: Record<string, string>): TempWorkspace {
  const temp = createTempWorkspace(files);
  git(temp.root, "init", "-q", "-b", "main");
  return temp;
}

function compose(
  text: string,
  { workspace }: Pick<TempWorkspace, "workspace">,
  variables: NodeJS.ProcessEnv = environment,
) {
  const signal = new AbortController().signal;
  return composeMessage(text, { workspace, isFirst: false, signal, now: 0, environment: variables });
}

describe("mentioned changes", () => {
  it("are the status and the diff against the last commit", async () => {
    await using temp = repository({ "a.txt": "one\n", "b.txt": "two\n", "gone.txt": "" });
    commitAll(temp.root, "first");
    temp.write("a.txt", "1\n");
    temp.write("b.txt", "2\n");
    temp.write("dir/new name.txt", "new\n");
    git(temp.root, "add", "b.txt");
    git(temp.root, "rm", "-q", "gone.txt");
    const { attachment, notices } = await compose("review @git-changes", temp);
    expect(notices).toEqual([]);
    expect(attachment).toMatch(
      /^<git_working_state>\n M a\.txt\nM {2}b\.txt\nD {2}gone\.txt\n\?\? dir\/\n\ndiff --git a\/a\.txt[^]*-one\n\+1\n[^]*-two\n\+2\n[^]*<\/git_working_state>$/,
    );
  });

  it("may be empty, or from before the first commit", async () => {
    await using temp = repository({ "a.txt": "one\n" });
    git(temp.root, "add", "a.txt");
    expect((await compose("@git-changes", temp)).attachment).toMatch(/A {2}a\.txt\n\ndiff[^]*\+one/);
    commitAll(temp.root, "first");
    expect((await compose("@git-changes", temp)).attachment).toBe(
      "<git_working_state>\nNothing has changed.\n</git_working_state>",
    );
  });

  it("omit private files in a home folder, with a note", async () => {
    await using temp = repository({ ".ssh/config": "one\n", "a.txt": "one\n" });
    commitAll(temp.root, "first");
    temp.write(".ssh/config", "canary\n");
    temp.write("a.txt", "1\n");
    const workspace = new LocalWorkspace({ root: temp.root, environment: { ...environment, HOME: temp.root } });
    const { attachment } = await compose("@git-changes", { workspace });
    expect(attachment).toContain("(1 file is left out: they may hold keys or private data.)");
    expect(attachment).toContain("+1");
    expect(attachment).not.toMatch(/config|canary/);
  });

  it("omit files that .rooignore hides, with a note", async () => {
    await using temp = repository({ ".rooignore": "*.key\n", "a.key": "x\n", "a.txt": "one\n" });
    commitAll(temp.root, "first");
    temp.write("a.key", "canary\n");
    temp.write("a.txt", "1\n");
    const { attachment } = await compose("@git-changes", temp);
    expect(attachment).toContain("(1 file is left out: .rooignore hides them from the agent.)");
    expect(attachment).toContain("+1");
    expect(attachment).not.toMatch(/a\.key|canary/);
    const hash = commitAll(temp.root, "second");
    const shown = await compose(`@${hash}`, temp);
    expect(shown.attachment).toContain("+1");
    expect(shown.attachment).not.toMatch(/a\.key|canary/);
  });

  it("are bounded", async () => {
    await using temp = repository({ "big.txt": "x\n" });
    commitAll(temp.root, "first");
    temp.write("big.txt", "some words\n".repeat(100_000));
    for (let index = 0; index < 250; index += 1) temp.write(`new-${index}`, "");
    const { attachment } = await compose("@git-changes", temp);
    expect(attachment?.length).toBeLessThan(60_000);
    expect(attachment).toMatch(/\(51 more files are left out\.\)[^]*\(Truncated: [^]*\(And git had more\.\)/);
  });

  it("are limited to the workspace", async () => {
    await using temp = repository({ "outside.txt": "a\n", "app/inside.txt": "a\n" });
    const first = commitAll(temp.root, "first");
    temp.write("outside.txt", "canary\n");
    temp.write("app/inside.txt", "b\n");
    const workspace = new LocalWorkspace({ root: temp.path("app") });
    const changes = await compose("@git-changes", { workspace });
    expect(changes.attachment).toMatch(/^<git_working_state>\n M inside\.txt\n\ndiff --git a\/inside\.txt/);
    expect(changes.attachment).not.toContain("canary");
    const commit = await compose(`@${first}`, { workspace });
    expect(commit.attachment).toMatch(/A inside\.txt\n\(1 files outside of the workspace are not shown\.\)/);
    await workspace.dispose();
  });

  it("are reported as missing without a repository or git", async () => {
    await using temp = createTempWorkspace();
    const above = { ...environment, GIT_DIR: "/nonexistent" };
    expect((await compose("@git-changes", temp, above)).notices).toEqual([
      "@git-changes is not attached: the workspace is not in a readable git repository.",
    ]);
    expect((await compose("@git-changes @1234567", temp, { PATH: "bin::/nonexistent" })).notices).toEqual([
      "@git-changes is not attached: no git program of version 2.31 or later is on the PATH.",
    ]);
  });

  it("run no program that the repository configures", async () => {
    const folder = mkdtempSync(join(tmpdir(), "roo-canary-"));
    const canary = join(folder, "ran");
    await using temp = repository({ "a.txt": "one\n", "b.txt": "one\n" });
    const first = commitAll(temp.root, "first");
    const script = join(temp.root, ".git", "run.sh");
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${canary}\ncat\n`, { mode: 0o755 });
    for (const [key, value] of [
      ["core.fsmonitor", script],
      ["core.pager", script],
      ["diff.external", script],
      ["diff.x.textconv", script],
      ["diff.x.command", script],
      ["filter.x.clean", script],
      ["filter.y=z.clean", script],
      ["filter.y=z.required", "true"],
      ["log.showSignature", "true"],
      ["gpg.program", script],
    ]) {
      git(temp.root, "config", key ?? "", value ?? "");
    }
    mkdirSync(temp.path(".git/hooks"), { recursive: true });
    writeFileSync(temp.path(".git/hooks/post-index-change"), `#!/bin/sh\necho hook >> ${canary}\n`, { mode: 0o755 });
    temp.write(".gitattributes", "a.txt diff=x filter=x\nb.txt filter=y=z\n");
    temp.write("a.txt", "1\n");
    temp.write("b.txt", "2\n");
    const { attachment } = await compose(`@git-changes @${first}`, temp);
    expect(attachment).toMatch(/\+1\n[^]*\+2\n[^]*commit /);
    expect(existsSync(canary)).toBe(false);
    execFileSync("git", ["-C", temp.root, "status"], { env: environment, stdio: "ignore" });
    // Plain git does run it.
    expect(existsSync(canary)).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

describe("a mentioned commit", () => {
  it("is shown with its message and diff; a merge is compared with its first parent", async () => {
    await using temp = repository({ "a.txt": "one\n" });
    const first = commitAll(temp.root, "Begin\n\nWith reasons.");
    git(temp.root, "checkout", "-q", "-b", "side");
    temp.write("side.txt", "side\n");
    commitAll(temp.root, "Side");
    git(temp.root, "checkout", "-q", "main");
    git(temp.root, "merge", "-q", "--no-ff", "-m", "Merge", "side");
    const merge = git(temp.root, "rev-parse", "HEAD");
    const { attachment } = await compose(`what did @${first.slice(0, 7)}, and @${merge} do?`, temp);
    const [begin = "", merged = ""] = attachment?.split("\n\n<git_commit") ?? [];
    expect(begin).toMatch(
      new RegExp(
        `^<git_commit hash="${first}">\ncommit ${first}\nAuthor: Ada <ada@example.com>\nDate: [^\n]+\n\nBegin\n\nWith reasons.\n\nA a.txt\n\ndiff --git[^]*\\+one\n</git_commit>$`,
      ),
    );
    expect(merged).toMatch(/Merge\n\nA side\.txt\n\ndiff --git[^]*\+side/);
  });

  it("is ignored if it does not exist", async () => {
    await using temp = repository({ "a.txt": "one\n" });
    commitAll(temp.root, "first");
    const tree = git(temp.root, "rev-parse", "HEAD^{tree}");
    expect(await compose(`@deadbee @${tree}`, temp)).toMatchObject({ notices: [], images: [], seen: [] });
    expect((await compose("@deadbee", temp)).attachment).toBeUndefined();
  });
});
