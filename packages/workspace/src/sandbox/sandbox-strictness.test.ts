import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { LocalWorkspace } from "../local-workspace.ts";

describeSandboxed("a stricter sandbox", () => {
  it("reports when the kernel killed a process because of memory", async () => {
    await using temp = sandboxedWorkspace({}, { limits: { memoryBytes: 96 * 1024 ** 2 } });
    const { limits } = await temp.workspace.enforcement();
    const hungry = await run(temp, "python3 -c 'x = bytearray(400 * 1024 ** 2)'; echo end");
    expect(hungry.output).toContain("end");
    expect(hungry.ranOutOfMemory ?? false).toBe(limits === "cgroup");
    expect((await run(temp, "echo modest")).ranOutOfMemory).toBeUndefined();
  });

  it("keeps nothing for the next task if sealed", async () => {
    await using temp = sandboxedWorkspace({}, { isSealed: true });
    expect((await run(temp, "echo x > ~/left; cat ~/left")).output).toBe("x\n");
    const next = new LocalWorkspace({
      root: temp.root,
      sandbox: { choice: "auto", home: temp.home, isSealed: true, profile: () => ({ write: "all", network: "none" }) },
    });
    expect((await run({ ...temp, workspace: next }, "cat ~/left || echo nothing")).output).toContain("nothing");
    await next.dispose();
  });

  it("shows a repository around the workspace unless sealed", async () => {
    await using temp = sandboxedWorkspace({ "secret.txt": "of the repository\n" });
    execFileSync("git", ["init", "-q", temp.root]);
    mkdirSync(join(temp.root, "inner"));
    const look = async (isSealed: boolean) => {
      const profile = () => ({ write: "all", network: "none" }) as const;
      const sandbox = { choice: "auto", home: temp.home, isSealed, profile } as const;
      const inner = new LocalWorkspace({ root: join(temp.root, "inner"), sandbox });
      const { output } = await run({ ...temp, workspace: inner }, "cat ../secret.txt");
      await inner.dispose();
      return output;
    };
    expect(await look(false)).toBe("of the repository\n");
    expect(await look(true)).not.toContain("of the repository");
  });

  it("hides folders that commands would otherwise see", async () => {
    await using plain = sandboxedWorkspace({});
    await using strict = sandboxedWorkspace({}, { hidden: ["/usr/include", "/usr/share/doc"] });
    const look = "ls /usr/share/doc | wc -l; ls /usr/share | wc -l";
    expect((await run(plain, look)).output).not.toMatch(/^0\n/);
    expect((await run(strict, look)).output).toMatch(/(^|\n)0\n[1-9]/);
  });

  it("mounts folders at other paths", async () => {
    await using beside = sandboxedWorkspace({ "test.sh": "echo tested > /logs/outcome\n" });
    const logs = join(realpathSync(beside.root), "logs");
    mkdirSync(logs);
    await using temp = sandboxedWorkspace(
      {},
      {
        extraMounts: [
          { kind: "read", source: beside.root, target: "/tests" },
          { kind: "write", source: logs, target: "/logs" },
        ],
      },
    );
    const { output } = await run(temp, "sh /tests/test.sh; cat /logs/outcome; echo x > /tests/new || echo refused");
    expect(output).toMatch(/^tested\n[\s\S]*refused\n/);
    writeFileSync(join(logs, "outcome"), "");
    rmSync(logs, { recursive: true });
  });
});
