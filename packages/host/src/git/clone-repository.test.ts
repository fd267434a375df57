import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Network, systemNetwork } from "@roo-code/browser/network";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CloneOptions, cloneRepository } from "./clone-repository.ts";

let base: string;
let source: string;
let into: string;
let count = 0;
const environment = () => ({ PATH: process.env.PATH, HOME: base });
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roo-clone-")));
  source = join(base, "source");
  writeFileSync(
    join(base, ".gitconfig"),
    `[user]\n\tname = A\n\temail = a@b.c\n[init]\n\tdefaultBranch = main\n\ttemplateDir = ${join(base, "template")}\n[safe]\n\tdirectory = *\n`,
  );
  mkdirSync(join(base, "template/hooks"), { recursive: true });
  writeFileSync(join(base, "template/hooks/post-checkout"), `#!/bin/sh\ntouch ${join(base, "ran")}\n`);
  chmodSync(join(base, "template/hooks/post-checkout"), 0o755);
  execFileSync("git", ["init", "-q", "--template=", source], { env: environment() });
  writeFileSync(join(source, "a.txt"), "hello\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: source, env: environment() });
  git("add", ".");
  git("commit", "-qm", "first");
  git("branch", "other");
  git("update-server-info");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  into = join(base, `into-${(count += 1)}`);
});

const clone = (url: string, more: Partial<CloneOptions> = {}) =>
  cloneRepository({
    url,
    into,
    protocols: ["https", "ssh"],
    localHosts: [],
    maxBytes: 100_000_000,
    environment: environment(),
    network: systemNetwork,
    signal: new AbortController().signal,
    ...more,
  });

describe("from a folder", () => {
  it("clones if the protocol is allowed, and runs no hooks", async () => {
    await expect(clone(source)).rejects.toMatchObject({ code: "address_refused" });
    await clone(`file://${source}`, { protocols: ["file"], branch: "other" });
    expect(readFileSync(join(into, "a.txt"), "utf8")).toBe("hello\n");
    expect(readFileSync(join(into, ".git/HEAD"), "utf8")).toContain("other");
    expect(existsSync(join(base, "ran"))).toBe(false);
    expect(existsSync(join(into, ".git/hooks"))).toBe(false);
  });

  it("leaves nothing behind when it fails or exceeds the quota", async () => {
    await expect(clone(join(base, "nowhere"), { protocols: ["file"] })).rejects.toMatchObject({ code: "clone_failed" });
    await expect(clone(source, { protocols: ["file"], branch: "none" })).rejects.toMatchObject({
      code: "clone_failed",
    });
    await expect(clone(source, { protocols: ["file"], maxBytes: 10 })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    expect(readdirSync(base).filter((name) => name.startsWith("into-"))).toEqual(["into-1"]);
  });
});

it.each([
  "-oProxyCommand=evil",
  "--upload-pack=evil",
  "ext::sh -c evil",
  "fd::17",
  "ftp://host/x.git",
  "git://host/x.git",
  "https://name:secret@host/x.git",
  "ssh://-oProxyCommand=evil/x",
  "ssh://host:22:33/x",
  "user@-evil:path",
  "https://host/x y",
  "file://otherhost/x",
  "",
  "relative/path",
])("refuses anything but a plain address: %s", async (url) => {
  await expect(clone(url, { protocols: ["https", "ssh", "http", "file"] })).rejects.toMatchObject({
    code: expect.stringMatching(/address_refused|clone_failed/),
  });
  expect(existsSync(into)).toBe(false);
});

describe("over the network", () => {
  let server: Server;
  let port: number;
  const requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? "");
      const [path = ""] = (request.url ?? "").split("?");
      if (path.startsWith("/moved/"))
        return void response.writeHead(302, { location: `http://127.0.0.1:${port}/x.git/info/refs` }).end();
      // Git can clone from a plain file server.
      execFile(
        "cat",
        [join(source, ".git", path.replace(/^\/x\.git/, ""))],
        { encoding: "buffer" },
        (error, content) => {
          if (error) response.writeHead(404).end();
          else response.end(content);
        },
      );
    });
    port = await listenOnLoopback(server);
  });
  afterAll(() => server.close());
  beforeEach(() => void (requests.length = 0));

  /** A fake network in which one public address leads to the test server. */
  const network = (names: Record<string, readonly string[]>): Network => ({
    resolve: async (name) => names[name] ?? Promise.reject(new Error("unknown")),
    connect: (address, at) => connect(address === "93.184.216.34" ? port : at, "127.0.0.1"),
  });

  it("connects to public hosts by the address that was checked", async () => {
    await clone("http://code.example.org/x.git", {
      protocols: ["http"],
      network: network({ "code.example.org": ["93.184.216.34"] }),
    });
    expect(readFileSync(join(into, "a.txt"), "utf8")).toBe("hello\n");
  });

  it.each([
    ["this machine", (at: number) => `http://127.0.0.1:${at}/x.git`],
    ["this machine by name", (at: number) => `http://localhost:${at}/x.git`],
    ["a decimal address", (at: number) => `http://2130706433:${at}/x.git`],
    ["an octal address", (at: number) => `http://0177.0.0.1:${at}/x.git`],
    ["an IPv4 address mapped to IPv6", (at: number) => `http://[::ffff:127.0.0.1]:${at}/x.git`],
    ["a name that resolves to this machine", (at: number) => `http://inner.example.org:${at}/x.git`],
    ["a private network", () => "http://10.0.0.1/x.git"],
    ["a cloud metadata service", () => "http://169.254.169.254/x.git"],
  ])("refuses %s", async (_, url) => {
    const inner = network({ "inner.example.org": ["127.0.0.1"] });
    await expect(clone(url(port), { protocols: ["http"], network: inner })).rejects.toMatchObject({
      code: "address_refused",
    });
    expect(requests).toEqual([]);
  });

  it("does not follow a redirect to this machine, nor a name whose address changes", async () => {
    const moving = network({ "code.example.org": ["93.184.216.34"] });
    await expect(
      clone("http://code.example.org/moved/x.git", { protocols: ["http"], network: moving }),
    ).rejects.toMatchObject({ code: "clone_failed" });
    expect(requests.filter((path) => path.startsWith("/x.git"))).toEqual([]);
    let lookups = 0;
    const changing: Network = {
      ...network({}),
      resolve: async () => [(lookups += 1) === 1 ? "93.184.216.34" : "127.0.0.1"],
    };
    await expect(
      clone(`http://twice.example.org:${port}/x.git`, { protocols: ["http"], network: changing }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/refused|failed/) });
  });

  it("connects to a private host that the user allowed, and to ssh hosts only by their checked address", async () => {
    await clone(`http://127.0.0.1:${port}/x.git`, { protocols: ["http"], localHosts: ["127.0.0.1"] });
    expect(existsSync(join(into, "a.txt"))).toBe(true);
    for (const url of ["git@127.0.0.1:x.git", "ssh://git@10.0.0.1/x.git", "inner.example.org:x.git"])
      await expect(
        clone(url, { into: `${into}-ssh`, network: network({ "inner.example.org": ["192.168.1.1"] }) }),
      ).rejects.toMatchObject({ code: "address_refused" });
  });
});
