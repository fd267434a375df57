import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containerArguments } from "./container/container-arguments.ts";
import { ControlGroups } from "./control-groups.ts";
import { enforcementOf } from "./describe-enforcement.ts";
import { defaultLimits } from "./limits.ts";
import { dangerousParts } from "./paths/dangerous-parts.ts";
import { Survey } from "./paths/survey.ts";
import { seatbeltProfile } from "./seatbelt/seatbelt-profile.ts";
import { assembleFilter } from "./seccomp/assemble-filter.ts";
import { unconfinedNotice } from "./unconfined-notice.ts";

function temporary() {
  const path = mkdtempSync(join(tmpdir(), "roo-parts-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe("the system call filter", () => {
  it.each(["x64", "arm64"])("is a valid program on %s", (machine) => {
    const filter = assembleFilter(machine) ?? Buffer.alloc(0);
    const count = filter.length / 8;
    expect(count).toBeGreaterThan(80);
    for (let index = 0; index < count; index += 1) {
      const [code, yes, no] = [
        filter.readUInt16LE(index * 8),
        filter.readUInt8(index * 8 + 2),
        filter.readUInt8(index * 8 + 3),
      ];
      const farthest = (code & 7) === 5 ? index + 1 + Math.max(yes, no) : index;
      expect(farthest).toBeLessThan(count);
    }
    expect(filter.readUInt16LE(filter.length - 8)).toBe(6);
    expect(filter.readUInt32LE(filter.length - 4)).toBe(0x7f_ff_00_00);
  });

  it("does not exist for machines whose calls are unknown", () => {
    expect(assembleFilter("riscv64")).toBeUndefined();
  });
});

describe("a profile for macOS", () => {
  const surveyed = {
    protected: [],
    repositories: [{ path: ".git", kind: "folder", identity: "2", folder: "0" }],
    ignored: [{ path: 'se"cret', kind: "folder", identity: "1", folder: "0" }],
    sockets: [],
    folders: new Set<string>(),
    isComplete: true,
  } as const;
  const request = { root: "/work", surveyed, writable: ["/private/tmp/roo"], secrets: ["/Users/a/.ssh"], readable: [] };

  it("lets a command write in the workspace, but never what is protected or hidden", () => {
    const text = seatbeltProfile({ ...request, write: "all", network: "none" });
    const rules = text.split("\n");
    const at = (part: string) => rules.findIndex((rule) => rule.includes(part));
    expect(rules[1]).toBe("(deny default)");
    expect(at('(allow file-write* (subpath "/work") (subpath "/private/tmp/roo"))')).toBeGreaterThan(0);
    expect(at("(deny file-write* (regex")).toBeGreaterThan(at('(subpath "/work")'));
    expect(
      at(String.raw`(deny file-read* file-write* (subpath "/Users/a/.ssh") (subpath "/work/se\"cret"))`),
    ).toBeGreaterThan(0);
    expect(text).not.toContain("(allow network*)");
    const [, regexes = ""] = /^\(deny file-write\* (.*)\)$/m.exec(text) ?? [];
    const patterns = [...regexes.matchAll(/#"([^"]*)"/g)].map(([, source = ""]) => new RegExp(source));
    const isDenied = (path: string) => patterns.some((pattern) => pattern.test(`/work/${path}`));
    const written = [".git/HEAD", ".git/objects/a", "src/a.ts", "a.roo", "README.md"];
    const kept = [".Vscode/a", "sub/.roo/x", ".GIT/hooks/pre-push", ".git/config", "x.code-workspace", "AGENT.md"];
    expect([kept.filter((path) => !isDenied(path)), written.filter(isDenied)]).toEqual([[], []]);
    expect(text).toContain('(deny file-write-unlink (literal "/work/.git"))');
  });

  it("allows only the proxy for listed hosts", () => {
    const text = seatbeltProfile({ ...request, write: "all", network: { hosts: ["a.example"] }, proxyPort: 4711 });
    expect(text).toContain('(allow network-outbound (remote ip "localhost:4711"))');
    expect(text).not.toContain("(allow network*)");
  });

  it("allows writes only in its own folder, and network access on request", () => {
    const text = seatbeltProfile({ ...request, write: "none", network: "all" });
    expect(text).toContain('(allow file-write* (subpath "/private/tmp/roo"))');
    expect(text).not.toContain('(subpath "/work")');
    expect(text).toContain("(allow network*)");
  });
});

describe("a container", () => {
  it("contains what a command may see of the machine", () => {
    const args = containerArguments(
      { program: "/usr/bin/docker", options: [], hasLimits: true },
      {
        name: "roo-1",
        limits: defaultLimits,
        mounts: [
          { kind: "read", source: "/usr", target: "/usr" },
          { kind: "write", source: "/work", target: "/work" },
        ],
        temporaryFolder: "/tmp/own",
        cwd: "/work",
        sharesNetwork: false,
        isTerminal: false,
        usesDescriptor3: false,
        ownsForeignFiles: false,
        filter: "/own/filter.json",
        environment: { PATH: "/usr/bin" },
        command: ["/bin/sh", "-c", "true"],
      },
    );
    expect(args).toContain("--network=none");
    expect(args).toContain("--cap-drop=ALL");
    expect(args).toContain("--mount=type=bind,source=/usr,target=/usr,readonly");
    expect(args).toContain("--mount=type=bind,source=/work,target=/work");
    expect(args.slice(-4)).toEqual(["roo-sandbox:empty", "/bin/sh", "-c", "true"]);
  });
});

describe("what is enforced", () => {
  it("is described if there is no sandbox, and if it is switched off", () => {
    const none = enforcementOf({ kind: "none", trouble: "bubblewrap is not installed" });
    expect(none).toMatchObject({ kind: "none", files: false, network: false });
    expect(unconfinedNotice("auto", none)).toMatch(/^No sandbox \(this machine has none\)/);
    expect(unconfinedNotice("off", { ...none, files: true })).toMatch(/switched off/);
    expect(unconfinedNotice("auto", { ...none, files: true })).toBeUndefined();
  });

  it("does not include control groups if there are none", () => {
    using folder = temporary();
    const groups = new ControlGroups(defaultLimits, folder.path);
    expect([groups.files(), groups.isComplete]).toEqual([[], false]);
    groups.dispose();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("a repository that a command created", () => {
  it.each([
    [
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://a/b\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      [],
    ],
    ["[core]\n\tfsmonitor = evil\n", ["config"]],
    ["[core]\n\tsshCommand = evil\n", ["config"]],
    ['[remote "origin"]\n\turl = ext::sh -c evil\n', ["config"]],
    ["[include]\n\tpath = evil\n", ["config"]],
    ['[filter "x"] clean = evil\n', ["config"]],
    ["[core]\n\tbare = false \\\nfsmonitor = x\n", ["config"]],
  ])("is judged by its configuration: %j", (config, expected) => {
    using folder = temporary();
    writeFileSync(join(folder.path, "config"), config);
    expect(dangerousParts(folder.path, folder.path)).toEqual(expected);
  });
});

describe("the survey of a workspace", () => {
  it("finds protected and ignored files at any depth, and notices changes", () => {
    using folder = temporary();
    for (const path of ["a/b/.vscode", "node_modules/x/.vscode", ".git"])
      mkdirSync(join(folder.path, path), { recursive: true });
    writeFileSync(join(folder.path, "a/b/x.key"), "");
    const survey = new Survey(folder.path);
    const isIgnored = (path: string): boolean => path.endsWith(".key");
    const found = survey.scan(isIgnored);
    const paths = (places: readonly { path: string }[]) => places.map(({ path }) => path);
    expect([paths(found.protected), paths(found.repositories), paths(found.ignored)]).toEqual([
      ["a/b/.vscode"],
      [".git"],
      ["a/b/x.key"],
    ]);
    writeFileSync(join(folder.path, "a/AGENTS.md"), "");
    expect(paths(survey.scan(isIgnored).protected)).toEqual(["a/AGENTS.md", "a/b/.vscode"]);
  });
});
