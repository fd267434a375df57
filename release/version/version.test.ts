import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readManifest, root, workspaceFolders } from "../workspace.ts";
import { releaseChangelog, sectionOf } from "./changelog.ts";
import { nextVersion, setVersion } from "./set-version.ts";

const changelog = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n";

it("all packages have the same version", () => {
  const versions = [...workspaceFolders().values()].map((folder) => readManifest(join(root, folder)).version);
  expect(new Set(versions)).toEqual(new Set([readManifest(root).version]));
});

it("the changelog has entries for the next release", () => {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  expect(sectionOf(text, "Unreleased") || sectionOf(text, readManifest(root).version)).not.toBe("");
});

it("counts versions up, and refuses what is not newer", () => {
  expect(["patch", "minor", "major", "0.10.0", "0.10.0-beta.1"].map((each) => nextVersion("0.9.3", each))).toEqual([
    "0.9.4",
    "0.10.0",
    "1.0.0",
    "0.10.0",
    "0.10.0-beta.1",
  ]);
  expect(() => nextVersion("0.9.3", "0.9.3")).toThrow("not newer");
  expect(() => nextVersion("0.9.3", "next")).toThrow("is not patch");
});

it("moves what is unreleased under the new version", () => {
  const released = releaseChangelog(changelog, "0.2.0", "2026-02-03");
  expect(sectionOf(released, "0.2.0")).toBe("### Added\n\n- A thing.");
  expect(sectionOf(released, "0.1.0")).toBe("- The first.");
  expect(sectionOf(released, "Unreleased")).toBe("");
  expect(() => releaseChangelog(released, "0.3.0", "2026-02-03")).toThrow("nothing under Unreleased");
});

it("writes the version into every manifest and the changelog", () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-version-"));
  try {
    for (const each of [".", "bench", "packages/types", "apps/cli"]) {
      mkdirSync(join(folder, each), { recursive: true });
      cpSync(join(root, each, "package.json"), join(folder, each, "package.json"));
    }
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    expect(setVersion(folder, "7.8.9", "2026-02-03")).toHaveLength(5);
    const versions = [".", "packages/types", "apps/cli"].map((each) => readManifest(join(folder, each)).version);
    expect(versions).toEqual(["7.8.9", "7.8.9", "7.8.9"]);
    expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toContain("## Unreleased\n\n## 7.8.9 (2026-02-03)\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
