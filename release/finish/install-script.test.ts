import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { afterEach, beforeEach, expect, it } from "vitest";
import { platforms } from "../platform/platforms.ts";
import { startProgram } from "../test/fresh-machine.ts";
import { installScript } from "./install-script.ts";

const executable = "#!/bin/sh\necho '9.9.9 (test)'\n";
const linux = platforms.filter(({ os }) => os === "linux");

const hasOthers = [
  ["wget", "--version"],
  ["openssl", "version"],
].every(([program = "", ...args]) => spawnSync(program, args).status === 0);

/** A home folder, and a server that has the executables of a release. */
let home: string;
let server: Server;
let served: string;
let requests: (string | undefined)[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "roo-install-"));
  served = executable;
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url);
    response.end(served);
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const sha256 = createHash("sha256").update(executable).digest("hex");
  const files = linux.map((platform) => {
    const file = { name: `roo-9.9.9-${platform.name}`, sha256 };
    return { platform, executable: file, archive: file };
  });
  writeFileSync(join(home, "install.sh"), installScript({ version: "9.9.9", address, platforms: files }));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

it.each([
  ["x86_64", "roo-9.9.9-linux-x64"],
  ["aarch64", "roo-9.9.9-linux-arm64"],
])("installs the executable for Linux on %s", async (machine, name) => {
  pretend("Linux", machine);
  const { status, stdout, stderr } = await install();
  expect([status, stderr]).toEqual([0, ""]);
  expect(requests).toEqual([`/${name}`]);
  expect(stdout).toContain(`Installed 9.9.9 (test) as ${home}/.local/bin/roo`);
  expect(stdout).toContain(`export PATH="${home}/.local/bin:$PATH"`);
  expect(readdirSync(join(home, ".local/bin"))).toEqual(["roo"]);
});

it("installs into ROO_INSTALL_DIR, and says nothing about the PATH if it is on it", async () => {
  pretend("Linux", "x86_64");
  const folder = join(home, "my bin");
  const { status, stdout } = await install({ ROO_INSTALL_DIR: folder, PATH: `${path()}:${folder}` });
  expect([status, existsSync(join(folder, "roo"))]).toEqual([0, true]);
  expect(stdout).not.toContain("PATH");
});

it.skipIf(!hasOthers)("works without curl and sha256sum (needs wget and openssl)", async () => {
  pretend("Linux", "x86_64");
  const only = ["wget", "openssl", "cut", "grep", "mktemp", "mkdir", "mv", "rm", "chmod", "ls", "sh"];
  await startProgram("sh", ["-c", `for each in ${only.join(" ")}; do ln -s "$(command -v $each)" bin/; done`], home, {
    PATH: process.env["PATH"],
  });
  const { status, stderr } = await install({ PATH: join(home, "bin") });
  expect([status, stderr]).toEqual([0, ""]);
});

it("refuses a file whose checksum is wrong, and keeps what was installed", async () => {
  pretend("Linux", "x86_64");
  await install();
  served = "#!/bin/sh\necho evil\n";
  const { status, stderr } = await install();
  expect([status, stderr]).toEqual([1, expect.stringMatching(/checksum of the download is wrong/)]);
  const kept = await startProgram(join(home, ".local/bin/roo"), [], home, {});
  expect([kept.stdout, readdirSync(join(home, ".local/bin"))]).toEqual(["9.9.9 (test)\n", ["roo"]]);
});

it("names npm for a system without an executable", async () => {
  pretend("SunOS", "sparc");
  const { status, stderr } = await install();
  expect([status, stderr, requests]).toEqual([1, expect.stringContaining("npm install --global @roo-code/cli"), []]);
});

it("does nothing if it was cut off", async () => {
  const text = installScript({ version: "9.9.9", address: "http://127.0.0.1:9", platforms: [] });
  const { status, stdout } = await startProgram("sh", ["-c", text.slice(0, -6)], home, { PATH: path() });
  expect([status, stdout]).toEqual([0, ""]);
});

/** A `uname` of another machine. */
function pretend(system: string, machine: string): void {
  mkdirSync(join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "bin/uname"), `#!/bin/sh\ncase $1 in -s) echo ${system} ;; *) echo ${machine} ;; esac\n`);
  chmodSync(join(home, "bin/uname"), 0o755);
}

function install(variables: NodeJS.ProcessEnv = {}) {
  return startProgram("/bin/sh", ["install.sh"], home, { HOME: home, PATH: path(), ...variables });
}

function path(): string {
  return `${join(home, "bin")}:/usr/bin:/bin`;
}
