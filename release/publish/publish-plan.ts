import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checksums } from "../finish/release-files.ts";

/** A command to run, and what tells that it was already run: publishing again after a failure continues. */
export interface PublishStep {
  readonly command: readonly string[];
  readonly isDone: readonly string[];
}

interface Release {
  /** What `pnpm release` wrote. */
  readonly folder: string;
  readonly version: string;
}

/** Throws if a file of the release is missing or was changed since its checksum was written. */
export async function publishPlan({ folder, version }: Release): Promise<PublishStep[]> {
  const files = readdirSync(folder).sort();
  if (!files.includes("SHA256SUMS")) throw new Error(`${folder} has no SHA256SUMS. Run: pnpm release`);
  if (readFileSync(join(folder, "SHA256SUMS"), "utf8") !== (await checksums(folder)))
    throw new Error(`The files in ${folder} are not those of its SHA256SUMS. Run: pnpm release`);
  const tarballs = files.filter((name) => name.endsWith(`-${version}.tgz`));
  if (tarballs.length === 0) throw new Error(`${folder} has no packages of version ${version}. Run: pnpm release`);
  const tag = `v${version}`;
  const isPrerelease = version.includes("-");
  const assets = files.filter((name) => name !== "NOTES.md").map((name) => join(folder, name));
  return [
    ...tarballs.map((name) => ({
      command: ["npm", "publish", join(folder, name), "--access", "public", "--tag", isPrerelease ? "next" : "latest"],
      isDone: ["npm", "view", `${packageName(name, version)}@${version}`, "version"],
    })),
    {
      command: [
        "gh",
        "release",
        "create",
        tag,
        "--verify-tag",
        "--title",
        tag,
        "--notes-file",
        join(folder, "NOTES.md"),
        ...(isPrerelease ? ["--prerelease"] : []),
        ...assets,
      ],
      isDone: ["gh", "release", "view", tag],
    },
  ];
}

/** `roo-code-cli-0.1.0.tgz` → `@roo-code/cli`. */
function packageName(tarball: string, version: string): string {
  return tarball.slice(0, -`-${version}.tgz`.length).replace(/^roo-code-/, "@roo-code/");
}
