import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containerArguments } from "./container/container-arguments.ts";
import { ControlGroups } from "./control-groups.ts";
import { enforcementOf } from "./describe-enforcement.ts";
import { defaultLimits } from "./limits.ts";
import { dangerousParts } from "./paths/judge-repository.ts";
import { Survey } from "./paths/survey.ts";
import { seatbeltProfile } from "./seatbelt/seatbelt-profile.ts";
import { assembleFilter } from "./seccomp/assemble-filter.ts";
import { unconfinedNotice } from "./unconfined-notice.ts";

function temporary() {
  const path = mkdtempSync(join(tmpdir(), "roo-parts-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe("the filter of system calls", () => {
  it.each(["x64", "arm64"])("is a program that ends well on %s", (machine) => {
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

  it("is not guessed for machines whose calls are not known", () => {
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

  it("leads to listed hosts by one door", () => {
    const text = seatbeltProfile({ ...request, write: "all", network: { hosts: ["a.example"] }, proxyPort: 4711 });
    expect(text).toContain('(allow network-outbound (remote ip "localhost:4711"))');
    expect(text).not.toContain("(allow network*)");
  });

  it("lets one write nowhere but in its own folder, and opens the network when asked", () => {
    const text = seatbeltProfile({ ...request, write: "none", network: "all" });
    expect(text).toContain('(allow file-write* (subpath "/private/tmp/roo"))');
    expect(text).not.toContain('(subpath "/work")');
    expect(text).toContain("(allow network*)");
  });
});

describe("a container", () => {
  it("has of the machine what a command may see", () => {
    const words = containerArguments(
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
        hasThird: false,
        ownsForeignFiles: false,
        filter: "/own/filter.json",
        environment: { PATH: "/usr/bin" },
        command: ["/bin/sh", "-c", "true"],
      },
    );
    expect(words).toContain("--network=none");
    expect(words).toContain("--cap-drop=ALL");
    expect(words).toContain("--mount=type=bind,source=/usr,target=/usr,readonly");
    expect(words).toContain("--mount=type=bind,source=/work,target=/work");
    expect(words.slice(-4)).toEqual(["roo-sandbox:empty", "/bin/sh", "-c", "true"]);
  });
});

describe("what is enforced", () => {
  it("is said where nothing is, and where it was switched off", () => {
    const none = enforcementOf({ kind: "none", trouble: "bubblewrap is not installed" });
    expect(none).toMatchObject({ kind: "none", files: false, network: false });
    expect(unconfinedNotice("auto", none)).toMatch(/^No sandbox \(this machine has none\)/);
    expect(unconfinedNotice("off", { ...none, files: true })).toMatch(/switched off/);
    expect(unconfinedNotice("auto", { ...none, files: true })).toBeUndefined();
  });

  it("is nothing of control groups where there are none", () => {
    using folder = temporary();
    const groups = new ControlGroups(defaultLimits, folder.path);
    expect([groups.files(), groups.isComplete]).toEqual([[], false]);
    groups.dispose();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("a repository that a command made", () => {
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
  it("finds what is protected and ignored at any depth, and sees what changed", () => {
    using folder = temporary();
    for (const path of ["a/b/.vscode", "node_modules/x/.vscode", ".git"])
      mkdirSync(join(folder.path, path), { recursive: true });
    writeFileSync(join(folder.path, "a/b/x.key"), "");
    const survey = new Survey(folder.path);
    const isIgnored = (path: string): boolean => path.endsWith(".key");
    const found = survey.look(isIgnored);
    const paths = (places: readonly { path: string }[]) => places.map(({ path }) => path);
    expect([paths(found.protected), paths(found.repositories), paths(found.ignored)]).toEqual([
      ["a/b/.vscode"],
      [".git"],
      ["a/b/x.key"],
    ]);
    writeFileSync(join(folder.path, "a/AGENTS.md"), "");
    expect(paths(survey.look(isIgnored).protected)).toEqual(["a/AGENTS.md", "a/b/.vscode"]);
  });
});
