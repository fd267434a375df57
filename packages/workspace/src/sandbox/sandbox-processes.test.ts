import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";

const nobody = 65_534;
const inChild = join(import.meta.dirname, "../../test/sandbox-in-child.ts");
const canary = "sk-canary-0123456789";

describeSandboxed("a sandboxed command", () => {
  it("cannot inspect or signal other processes, mount, or change namespaces", async () => {
    await using temp = sandboxedWorkspace();
    const tries = [
      `kill -0 ${process.pid}`,
      `cat /proc/${process.pid}/environ`,
      "mount -t tmpfs x /tmp",
      "unshare --user true",
      "unshare --mount true",
      "chroot / true",
      "python3 -c 'import ctypes, sys; sys.exit(0 if ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0 else 1)'",
      "python3 -c 'import socket; socket.socket(40, socket.SOCK_STREAM)'",
      "python3 -c 'import fcntl, termios; fcntl.ioctl(0, termios.TIOCSTI, b\"x\")'",
      "chown 1:1 f",
      "su -c true nobody",
    ];
    const { output } = await run(
      temp,
      `touch f\n${tries.map((command) => `(${command}) 2>/dev/null && echo landed: '${command.replaceAll("'", "")}'`).join("\n")}\necho end`,
    );
    expect(output).toBe("end\n");
    expect((await run(temp, "grep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status")).output).toMatch(
      /CapEff:\t0+\nNoNewPrivs:\t1\nSeccomp:\t2\n/,
    );
  });

  it.each(["its own", "another user's"])("changes no kernel setting in %s folder", async (whose) => {
    for (const write of ["all", "none"] as const) {
      await using temp = sandboxedWorkspace({}, { write });
      if (whose !== "its own" && process.getuid?.() === 0) chownSync(temp.root, nobody, nobody);
      const others = "-not -path '/proc/[0-9]*' -not -path '/proc/self/*' -not -path '/proc/thread-self/*'";
      const { output } = await run(
        temp,
        `echo x > /proc/sys/kernel/core_pattern; find /proc /sys -type f -perm /222 -writable ${others} 2>/dev/null; echo end`,
      );
      expect(output).toMatch(/^[^\n]*(read-only|denied)[^\n]*\nend\n$/i);
    }
  });

  it("gets Ctrl-C in a terminal, which ends the program and not the sandbox", async () => {
    await using temp = sandboxedWorkspace();
    const { commands } = temp.workspace;
    const keys = { isLast: false, waitMs: 20_000, signal: new AbortController().signal };
    const trapped = "trap 'echo caught; read x; exit 7' INT; read -p 'go? ' x; echo gone; sleep 1000";
    const started = await run(temp, trapped, { stdin: "terminal" });
    expect(started).toMatchObject({ ended: "running", asks: true });
    await commands.send(started.id, { ...keys, text: "on\n", waitMs: 500 });
    const caught = await commands.send(started.id, { ...keys, text: "\u0003" });
    expect(caught).toMatchObject({ ended: "running", asks: true, output: expect.stringContaining("caught") });
    expect(await commands.send(started.id, { ...keys, text: "word\n" })).toMatchObject({ exitCode: 7 });
    const asking = await run(temp, "read -p 'go? ' x", { stdin: "terminal" });
    expect(await commands.send(asking.id, { ...keys, text: "\u0003" })).toMatchObject({ exitCode: 130 });
  });

  it("reaches no socket of the machine, by address, name or path", async () => {
    await using temp = sandboxedWorkspace();
    const reached: string[] = [];
    const tcp = createServer(() => reached.push("tcp")).listen(0, "127.0.0.1");
    const abstractName = `\0roo-${process.pid}`;
    const abstract = createServer(() => reached.push("abstract")).listen(abstractName);
    mkdirSync(join(temp.home, "run"));
    const own = createServer(() => reached.push("own")).listen(join(temp.home, "run", "roo.sock"));
    const beside = createServer(() => reached.push("beside")).listen(temp.path("roo.sock"));
    for (const server of [tcp, abstract, own, beside]) await until(() => server.listening);
    try {
      const address = tcp.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const script = `
import socket
def go(family, kind, target):
  try:
    s = socket.socket(family, kind); s.settimeout(2); s.connect(target); s.send(b"x"); print("landed", target)
  except OSError as error: pass
go(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", ${port}))
go(socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 80))
go(socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53))
go(socket.AF_UNIX, socket.SOCK_STREAM, "\\0roo-${process.pid}")
go(socket.AF_UNIX, socket.SOCK_STREAM, "${join(temp.home, "run", "roo.sock")}")
go(socket.AF_UNIX, socket.SOCK_STREAM, "roo.sock")
go(socket.AF_UNIX, socket.SOCK_STREAM, "/var/run/docker.sock")
go(socket.AF_UNIX, socket.SOCK_STREAM, "/run/dbus/system_bus_socket")
try: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); print("landed raw")
except OSError: pass
try: socket.getaddrinfo("example.com", 80); print("landed dns")
except OSError: pass
print("end")`;
      temp.write("reach.py", script);
      const { output } = await run(
        temp,
        `python3 reach.py; (exec 5<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo landed`,
      );
      expect(output).toBe("end\n");
      expect(reached).toEqual([]);
      await using open = sandboxedWorkspace({}, { network: "all" });
      await run(open, `exec 5<>/dev/tcp/127.0.0.1/${port}`);
      await until(() => reached.length === 1);
    } finally {
      for (const server of [tcp, abstract, own, beside]) server.close();
    }
  });

  it("reaches a socket that commands created in the workspace", async () => {
    await using temp = sandboxedWorkspace();
    temp.write(
      "serve.py",
      "import socket\ns = socket.socket(socket.AF_UNIX)\ns.bind('own.sock')\ns.listen()\ns.accept()[0].send(b'heard')\n",
    );
    const serving = await run(temp, "python3 serve.py", { backgroundAfterMs: 0 });
    await until(() => existsSync(temp.path("own.sock")));
    const ask = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('own.sock'); print(s.recv(9).decode())";
    expect((await run(temp, `python3 -c "${ask}"`)).output).toBe("heard\n");
    await temp.workspace.commands.stop(serving.id);
  });

  it("sees no API key, wherever it looks", async () => {
    await using temp = sandboxedWorkspace(
      {},
      { environment: { ...process.env, OPENAI_API_KEY: canary, DATABASE_URL: `postgres://a:${canary}@b/c` } },
    );
    const { output } = await run(temp, "env; cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'; ulimit -c");
    expect(output).toContain("PATH=");
    expect(output).toMatch(/\n0\n$/);
    expect(output).not.toContain(canary);
  });

  it.each([
    ["forks endlessly", "bomb() { bomb | bomb & }; bomb; sleep 1000"],
    ["left its session", "setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000 &' &); sleep 1000"],
    [
      "has no environment and ignores everything",
      "env -i setsid sh -c \"trap '' TERM HUP INT; sleep 1000\" & trap '' TERM; sleep 1000",
    ],
  ])("is killed with all of its processes after a timeout if it %s", async (_, command) => {
    await using temp = sandboxedWorkspace();
    const { ended } = await run(temp, command, { timeoutMs: 600 });
    expect(["timeout", "processes"]).toContain(ended);
    await until(() => commandsIn(temp.root).length === 0);
  });

  it("ends with the process that started it, killed or not", async () => {
    await using temp = sandboxedWorkspace();
    const command = "setsid sleep 1000 & (trap '' TERM HUP; sleep 1000) & echo up; sleep 1000";
    const child = spawn(process.execPath, [inChild, temp.root, temp.home, command], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(processesIn(temp.root).length).toBeGreaterThan(1);
    child.kill("SIGKILL");
    await until(() => processesIn(temp.root).length === 0);
  });

  it.skipIf(process.getuid?.() !== 0)("works for an ordinary user, too (tried as root)", async () => {
    await using temp = sandboxedWorkspace({ "old.txt": "" });
    for (const path of [temp.root, temp.home, temp.path("old.txt")]) chownSync(path, nobody, nobody);
    const tries = `id -u; echo x > new.txt && echo wrote; echo x > ${temp.home}/new.txt && echo landed; unshare -U true && echo landed`;
    const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--", process.execPath];
    const env = { PATH: process.env.PATH, HOME: temp.home };
    const child = spawn("setpriv", [...asNobody, inChild, temp.root, temp.home, `(${tries}) 2>/dev/null; echo end`], {
      env,
    });
    expect(await text(child.stdout)).toBe(`${nobody}\nwrote\nend\n`);
    expect(existsSync(temp.path("new.txt"))).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)("of root writes in another user's folder (tried as root)", async () => {
    await using temp = sandboxedWorkspace();
    chownSync(temp.root, nobody, nobody);
    expect(await run(temp, "echo x > new.txt && mount -t tmpfs x /tmp")).toMatchObject({
      exitCode: expect.any(Number),
    });
    expect(temp.readText("new.txt")).toBe("x\n");
    expect((await run(temp, "cat /etc/shadow; mount -t tmpfs x /tmp && echo landed")).output).not.toMatch(
      /root:|landed/,
    );
  });

  it("cannot exceed its limits of processes and file size", async () => {
    await using temp = sandboxedWorkspace();
    const { output } = await run(temp, "ulimit -Hu; ulimit -Hf; ulimit -u 5000 2>/dev/null || echo kept");
    expect(output).toMatch(/^2048\n\d+\nkept\n$/);
  });

  it("runs in the background, can be read and stopped, and leaves nothing behind", async () => {
    await using temp = sandboxedWorkspace();
    const started = await run(temp, "echo up; touch up; sleep 1000", { backgroundAfterMs: 0 });
    expect(started.ended).toBe("running");
    await until(() => existsSync(temp.path("up")));
    const stopped = await temp.workspace.commands.stop(started.id);
    expect(stopped).toMatchObject({ ended: "abort", signal: "SIGTERM" });
    expect(started.output + stopped.output).toBe("up\n");
    expect(commandsIn(temp.root)).toEqual([]);
  });

  it("may leave processes behind, which can be listed and stopped", async () => {
    await using temp = sandboxedWorkspace();
    const outcome = await run(temp, "(sleep 0.2; echo late > proof.txt; sleep 1000) & echo done; exit 4");
    expect(outcome).toMatchObject({ ended: "exit", exitCode: 4, output: "done\n", leftRunning: true });
    await until(() => existsSync(temp.path("proof.txt")));
    await temp.workspace.commands.stop(outcome.id);
    await until(() => commandsIn(temp.root).length === 0);
  });

  it("exits normally when asked to stop", async () => {
    await using temp = sandboxedWorkspace();
    const command = "trap 'echo tidied > tidy.txt; exit 0' TERM; touch up; while :; do sleep 0.05; done";
    const { id } = await run(temp, command, { backgroundAfterMs: 0 });
    await until(() => existsSync(temp.path("up")));
    await temp.workspace.commands.stop(id);
    expect(temp.readText("tidy.txt")).toBe("tidied\n");
  });

  it("can have a terminal, and gets input through it", async () => {
    await using temp = sandboxedWorkspace();
    const asked = await run(temp, "test -t 0 && read -p 'Name? ' name && echo hello $name", { stdin: "terminal" });
    expect(asked).toMatchObject({ ended: "running", asks: true });
    const wait = { waitMs: 20_000, signal: new AbortController().signal };
    const told = await temp.workspace.commands.send(asked.id, { text: "roo\n", isLast: false, ...wait });
    expect(told).toMatchObject({ ended: "exit", exitCode: 0, output: expect.stringContaining("hello roo") });
  });

  it("prints more than is shown, saved completely outside", async () => {
    await using temp = sandboxedWorkspace();
    const { artifact = "", omittedBytes } = await run(temp, "seq 20000");
    expect(omittedBytes).toBeGreaterThan(0);
    const { lines } = await temp.workspace.commands.read({ artifact, search: "^19999$", offset: 0, limit: 1000 });
    expect(lines).toEqual([{ line: 19_999, text: "19999" }]);
  });
});

/** Processes working in the folder, and their sandboxes. */
function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && belongsTo(name, folder));
}

/** The same without the sandbox prepared for the next command. */
function commandsIn(folder: string): readonly string[] {
  return processesIn(folder).filter((pid) => !commandLine(pid).includes("echo ready"));
}

function belongsTo(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder || commandLine(pid).includes(folder);
  } catch {
    return false;
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
