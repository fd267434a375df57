import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isNightly } from "@roo-code/testkit/nightly";
import { expect, it } from "vitest";
import { folderEntries } from "../archive/folder-entries.ts";
import { homebrewFormula } from "../finish/homebrew-formula.ts";
import { packPackages } from "../pack/pack.ts";
import { repositoryOf } from "../repository.ts";
import { freshMachine } from "../test/fresh-machine.ts";
import { npmRegistry } from "../test/npm-registry.ts";
import { readManifest, root } from "../workspace.ts";
import { writeArchive, writeExecutable } from "./executable.ts";
import { choosePlatforms, nodeVersion, platforms, thisPlatform } from "./platforms.ts";
import { stagePlatform } from "./stage.ts";
import { verifyLocked } from "./verify-locked.ts";

it("chooses platforms by name; all are those that can be built here", () => {
  const names = (choice: string) => choosePlatforms(choice).map(({ name }) => name);
  expect(names("linux-arm64,darwin-arm64")).toEqual(["linux-arm64", "darwin-arm64"]);
  expect(names("all")).toEqual(expect.arrayContaining(["linux-x64", "linux-arm64"]));
  expect(() => names("beos-x64")).toThrow("There is no platform beos-x64");
});

it("uses the Node of the toolchain", () => {
  expect(readFileSync(join(root, "bootstrap/toolchain.mjs"), "utf8")).toContain(`nodeVersion = "${nodeVersion}"`);
});

it("refuses packages that are not those of the lockfile", () => {
  const locked = new Map([["a@1.0.0", "sha512-a"]]);
  const installed = { name: "a", version: "1.0.0", integrity: "sha512-a" };
  expect(() => verifyLocked([installed, { ...installed, name: "@roo-code/cli" }], locked)).not.toThrow();
  for (const other of [{ integrity: "sha512-b" }, { integrity: undefined }, { version: "1.0.1" }, { name: "b" }])
    expect(() => verifyLocked([{ ...installed, ...other }], locked)).toThrow("not those of pnpm-lock.yaml");
});

it("finds the repository in the address of a remote", () => {
  const addresses = [
    "https://github.com/o/n.git",
    "https://github.com/o/n",
    "git@github.com:o/n.git",
    "ssh://git@github.com/o/n",
  ];
  expect(addresses.map(repositoryOf)).toEqual(["o/n", "o/n", "o/n", "o/n"]);
  expect([repositoryOf("/srv/roo"), repositoryOf("https://example.com/o/n")]).toEqual([undefined, undefined]);
});

it("writes a formula with the platforms that were built", () => {
  const files = platforms
    .filter(({ name }) => name !== "linux-x64")
    .map((platform) => {
      const file = { name: `roo-1.2.3-${platform.name}.tar.gz`, sha256: "0".repeat(64) };
      return { platform, executable: file, archive: file };
    });
  const formula = homebrewFormula({ version: "1.2.3", homepage: "https://h", address: "https://a", platforms: files });
  expect(formula.match(/on_\w+|url "[^"]+"/g)).toEqual([
    "on_macos",
    "on_intel",
    'url "https://a/roo-1.2.3-darwin-x64.tar.gz"',
    "on_arm",
    'url "https://a/roo-1.2.3-darwin-arm64.tar.gz"',
    "on_linux",
    "on_arm",
    'url "https://a/roo-1.2.3-linux-arm64.tar.gz"',
  ]);
});

it.runIf(isNightly)("the executable for this machine works without Node on it (nightly)", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "roo-platform-test-"));
  const packed = await packPackages({ into: join(scratch, "packages") });
  await using registry = await npmRegistry(packed.map(({ tarball }) => tarball));
  using machine = freshMachine(registry.url);
  try {
    const [platform] = choosePlatforms(thisPlatform);
    const tarball = packed.find(({ name }) => name === "@roo-code/cli")?.tarball ?? "";
    if (!platform) throw new Error(`no executable is built for ${thisPlatform}`);
    const folder = join(scratch, "staged");
    await stagePlatform({ platform, tarball, into: folder, environment: machine.env });
    const archive = join(scratch, "roo.tar.gz");
    await writeArchive(folderEntries(folder, "roo"), 0, archive);
    await writeExecutable({ name: "test", archive, into: machine.path("roo") });
    const env = { PATH: "/usr/bin:/bin" };
    expect((await machine.type("~/roo --version", env)).stdout).toContain(readManifest(root).version);
    const demo = await machine.type("~/roo demo", env);
    expect(demo).toMatchObject({ status: 0, stderr: expect.stringContaining("completed · verified") });
    // PostgreSQL, from a folder that roo cannot change.
    const status = await machine.type("chmod -R a-w ~/.cache && ~/roo evals status && chmod -R u+w ~/.cache", env);
    expect(status).toMatchObject({ status: 0, stdout: expect.stringContaining("No runs yet") });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
