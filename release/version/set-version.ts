import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest, workspaceFolders } from "../workspace.ts";
import { releaseChangelog } from "./changelog.ts";

/** `patch`, `minor` or `major` of a version, or a version itself. Throws if it is neither, or not newer. */
export function nextVersion(current: string, wanted: string): string {
  const [major = 0, minor = 0, patch = 0] = current.split(/[.-]/).map(Number);
  if (wanted === "major") return `${major + 1}.0.0`;
  if (wanted === "minor") return `${major}.${minor + 1}.0`;
  if (wanted === "patch") return `${major}.${minor}.${patch + 1}`;
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted)) throw new Error(`${wanted} is not patch, minor, major or a version.`);
  if (wanted.localeCompare(current, "en", { numeric: true }) <= 0)
    throw new Error(`${wanted} is not newer than ${current}.`);
  return wanted;
}

/** Writes the version into every manifest, and the changelog's unreleased entries under it. Returns the changed files. */
export function setVersion(root: string, version: string, date: string): string[] {
  const manifests = [".", "bench", ...workspaceFolders(root).values()].map((folder) => join(folder, "package.json"));
  const current = readManifest(root).version;
  for (const path of manifests) {
    const text = readFileSync(join(root, path), "utf8");
    writeFileSync(join(root, path), text.replace(`"version": "${current}"`, `"version": "${version}"`));
  }
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, releaseChangelog(readFileSync(changelog, "utf8"), version, date));
  return [...manifests, "CHANGELOG.md"];
}
