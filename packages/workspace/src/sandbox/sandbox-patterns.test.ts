import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasBubblewrap, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { probeOverlay } from "./detect-machine.ts";

const hasOverlay = hasBubblewrap && (await probeOverlay()) !== undefined;
const markdown = { write: { patterns: [[String.raw`\.md$`]] } } as const;

describe.skipIf(!hasOverlay)("a command of a mode that writes by pattern (needs bwrap and overlayfs)", () => {
  it("keeps what matches, and reports the rest", async () => {
    await using temp = sandboxedWorkspace(
      { "docs/a.md": "old\n", "src/a.ts": "old\n", "gone.md": "x", "stays.ts": "x" },
      markdown,
    );
    const outcome = await run(
      temp,
      "echo new > docs/a.md; echo new > src/a.ts; rm gone.md stays.ts; mkdir -p deep/er && echo n > deep/er/n.md && echo n > deep/er/n.ts; cat src/a.ts; ls",
    );
    expect(outcome.output).toBe("new\ndeep\ndocs\nsrc\n");
    expect([temp.readText("docs/a.md"), temp.readText("src/a.ts"), temp.readText("deep/er/n.md")]).toEqual([
      "new\n",
      "old\n",
      "n\n",
    ]);
    expect(["gone.md", "stays.ts", "deep/er/n.ts"].map((path) => existsSync(temp.path(path)))).toEqual([
      false,
      true,
      false,
    ]);
    expect(outcome.notes).toEqual([
      String.raw`Not kept, because this mode may only write \.md$: stays.ts, src/a.ts, deep/er/n.ts.`,
    ]);
  });

  it("does not keep what matches only because of invisible characters", async () => {
    await using temp = sandboxedWorkspace({}, markdown);
    const { notes } = await run(temp, String.raw`echo x > $'y.txt\n.md'; echo x > $'z.sh\u200b.md'; echo x > fine.md`);
    expect(readdirSync(temp.root)).toEqual(["fine.md"]);
    for (const name of [String.raw`y.txt\u{a}.md`, String.raw`z.sh\u{200b}.md`]) expect(notes?.[0]).toContain(name);
  });

  it("keeps permissions and links, and reports nothing if everything was kept", async () => {
    await using temp = sandboxedWorkspace({ "a.md": "x" }, markdown);
    const { notes } = await run(temp, "echo x > run.md && chmod 755 run.md && ln -s a.md link.md && touch a.md");
    expect(notes).toBeUndefined();
    expect((await run(temp, "stat -c '%a' run.md; readlink link.md")).output).toBe("755\na.md\n");
  });

  it("sees a recreated folder as empty, and deletes its old content only where permitted", async () => {
    await using temp = sandboxedWorkspace({ "docs/a.md": "a", "docs/b.ts": "b" }, markdown);
    const { notes } = await run(temp, "rm -r docs && mkdir docs && echo n > docs/n.md");
    expect(readdirSync(temp.path("docs")).toSorted()).toEqual(["b.ts", "n.md"]);
    expect(notes?.[0]).toContain("docs/b.ts");
  });

  it("needs a match in every list, and never keeps protected or ignored files", async () => {
    const write = { patterns: [[String.raw`\.md$`], ["^docs/"]] };
    await using temp = sandboxedWorkspace({ ".rooignore": "docs/private.md\n", "docs/a.md": "old" }, { write });
    await run(
      temp,
      "mkdir -p docs/.roo; for f in docs/a.md a.md docs/.roo/r.md docs/private.md docs/AGENTS.md; do echo new > $f; done",
    );
    expect(temp.readText("docs/a.md")).toBe("new\n");
    expect(
      ["a.md", "docs/.roo/r.md", "docs/private.md", "docs/AGENTS.md"].filter((path) => existsSync(temp.path(path))),
    ).toEqual([]);
  });

  it("cannot write outside the workspace through a link it created, nor change the repository", async () => {
    await using outside = sandboxedWorkspace();
    await using temp = sandboxedWorkspace({ ".git/config": "[core]\n" }, markdown);
    symlinkSync(outside.root, temp.path("out"));
    const { notes } = await run(
      temp,
      `echo x > out/a.md; rm out; mkdir out; echo x > out/b.md; echo x > .git/evil.md; echo x >> .git/config`,
    );
    expect(readdirSync(outside.root)).toEqual([]);
    expect([temp.readText(".git/config"), existsSync(temp.path(".git/evil.md"))]).toEqual(["[core]\n", false]);
    expect(notes?.[0]).toContain(".git");
  });
});
