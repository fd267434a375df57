import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CommandProfile } from "@roo-code/types";
import { afterAll, describe, expect, it } from "vitest";
import { childEnvironment } from "../../commands/child-environment.ts";
import { CommandRunner } from "../../commands/command-runner.ts";
import { RooIgnore } from "../../files/roo-ignore.ts";
import { enforcementOf } from "../describe-enforcement.ts";
import { ContainerSandbox } from "./container-sandbox.ts";
import { findContainerEngine } from "./find-container-engine.ts";

const engine = await findContainerEngine();
const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-home-")));

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(!engine)("a command in a container (needs podman or docker)", () => {
  it("writes in the workspace, but nothing outside, protected, ignored or of Roo's own", async () => {
    await using place = contained({ ".rooignore": "secret.txt\n", "secret.txt": "canary", ".vscode/a.json": "old" });
    const { exitCode, output, notes } = await place.run(
      `whoami; echo x > new.txt; echo x > .vscode/a.json; mkdir -p sub/.roo; echo x > sub/.roo/a; cat secret.txt;
       touch /etc/escaped ${home}/escaped ~/kept; ls ${home}; exit 3`,
    );
    expect(exitCode).toBe(3);
    expect(output.split("\n")[0]).toBe(userInfo().username);
    expect(output).not.toContain("canary");
    expect([place.readText("new.txt"), place.readText(".vscode/a.json")]).toEqual(["x\n", "old"]);
    expect(["/etc/escaped", join(home, "escaped"), place.path("sub/.roo")].filter((path) => existsSync(path))).toEqual(
      [],
    );
    expect(notes?.[0]).toBe("Not kept, because commands may not write protected files: sub/.roo.");
    expect((await place.run("ls ~/kept")).exitCode).toBe(0);
  });

  it("of a mode without write access, or limited by pattern, writes nowhere", async () => {
    for (const write of ["none", { patterns: [["\\.md$"]] }] as const) {
      await using place = contained({}, { write });
      const { output } = await place.run("echo x > a.md; echo x > /tmp/a && cat /tmp/a");
      expect(output).toMatch(/Read-only file system\nx\n$/);
      expect(existsSync(place.path("a.md"))).toBe(false);
    }
  });

  it("has no network, or only listed hosts", async () => {
    const server = createServer((_, response) => response.end("reached")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const ask = `printf 'GET http://localhost:${port}/ HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n' >&5; cat <&5`;
    const proxied = `exec 5<>/dev/tcp/127.0.0.1/3128; ${ask}`;
    try {
      await using none = contained();
      expect((await none.run(`(exec 5<>/dev/tcp/127.0.0.1/${port}) && echo landed; ${proxied}`)).output).not.toMatch(
        /landed|reached/,
      );
      await using listed = contained({}, { network: { hosts: [`localhost:${port}`] } });
      expect((await listed.run(proxied)).output).toContain("reached");
      await using other = contained({}, { network: { hosts: ["example.org"] } });
      expect((await other.run(proxied)).output).toContain("403");
    } finally {
      server.close();
    }
  });

  it("cannot create namespaces, mount, or see other processes, and ends with all of its processes", async () => {
    await using place = contained();
    const { output } = await place.run(
      `unshare --user true && echo landed; mount -t tmpfs x /tmp && echo landed; kill -0 ${process.pid} && echo landed; ulimit -f`,
    );
    expect(output).not.toContain("landed");
    expect(output).toMatch(/^\d+$/m);
    const { ended } = await place.run("sleep 600 & trap '' TERM; sleep 600", { timeoutMs: 2_000 });
    expect(ended).toBe("timeout");
    expect((await place.run("ps ax 2>/dev/null | grep -c '[s]leep 600'")).output.trim()).toMatch(/^0?$/);
  });
});

function contained(files: Readonly<Record<string, string>> = {}, profile: Partial<CommandProfile> = {}) {
  const found = engine ?? { program: "", options: [], hasLimits: false };
  const temp = createTempWorkspace(files);
  const environment = childEnvironment(process.env);
  const ignored = new RooIgnore(temp.root);
  const commands = new ContainerSandbox({
    root: temp.root,
    home,
    environment,
    isIgnored: () => ignored.load(),
    engine: found,
    enforcement: enforcementOf({ kind: "container", ...found }),
  });
  const runner = new CommandRunner({
    environment,
    sandbox: { commands, profile: () => ({ write: "all", network: "none", ...profile }), readable: () => [] },
  });
  return {
    ...temp,
    run: (command: string, { timeoutMs = 100_000 } = {}) =>
      runner.run(
        { command, timeoutMs, signal: new AbortController().signal, maxOutputBytes: 10_000, onOutput: () => undefined },
        temp.root,
      ),
    async [Symbol.asyncDispose]() {
      await runner.dispose();
      await temp[Symbol.asyncDispose]();
    },
  };
}
