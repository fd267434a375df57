import { readManifest, root } from "../workspace.ts";
import { nextVersion, setVersion } from "./set-version.ts";

/** `pnpm release:version patch|minor|major|VERSION`. */
export async function main([wanted]: readonly string[]): Promise<number> {
  if (wanted === undefined) {
    console.error("pnpm release:version patch|minor|major|VERSION");
    return 2;
  }
  const version = nextVersion(readManifest(root).version, wanted);
  const changed = setVersion(root, version, new Date().toISOString().slice(0, 10));
  console.log(`${version}: changed ${changed.length} files. Review them, then:
  git commit --all --message "chore: release ${version}" && git tag --annotate v${version} --message v${version}
  git push --follow-tags     (the release workflow does the rest)`);
  return 0;
}
