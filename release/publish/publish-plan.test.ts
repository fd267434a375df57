import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checksums } from "../finish/release-files.ts";
import { publishPlan } from "./publish-plan.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-publish-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function release(version: string): Promise<void> {
  for (const name of [`roo-code-cli-${version}.tgz`, `roo-${version}-linux-x64`, "NOTES.md"])
    writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, "SHA256SUMS"), await checksums(folder));
}

it("publishes the packages, then the files of the release with its notes", async () => {
  await release("1.2.3");
  const [npm, github] = await publishPlan({ folder, version: "1.2.3" });
  expect(npm).toEqual({
    command: ["npm", "publish", join(folder, "roo-code-cli-1.2.3.tgz"), "--access", "public", "--tag", "latest"],
    isDone: ["npm", "view", "@roo-code/cli@1.2.3", "version"],
  });
  expect(github?.command.slice(0, 9)).toEqual([
    "gh",
    "release",
    "create",
    "v1.2.3",
    "--verify-tag",
    "--title",
    "v1.2.3",
    "--notes-file",
    join(folder, "NOTES.md"),
  ]);
  expect(github?.command.slice(9)).toEqual(
    ["SHA256SUMS", "roo-1.2.3-linux-x64", "roo-code-cli-1.2.3.tgz"].map((name) => join(folder, name)),
  );
});

it("a version with a suffix becomes nobody's default", async () => {
  await release("2.0.0-beta.1");
  const [npm, github] = await publishPlan({ folder, version: "2.0.0-beta.1" });
  expect([npm?.command.at(-1), github?.command.includes("--prerelease")]).toEqual(["next", true]);
});

it("refuses files that were changed, added or built for another version", async () => {
  await expect(publishPlan({ folder, version: "1.2.3" })).rejects.toThrow("no SHA256SUMS");
  await release("1.2.3");
  await expect(publishPlan({ folder, version: "1.2.4" })).rejects.toThrow("no packages of version 1.2.4");
  writeFileSync(join(folder, "extra"), "");
  await expect(publishPlan({ folder, version: "1.2.3" })).rejects.toThrow("are not those of its SHA256SUMS");
});
