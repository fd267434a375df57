import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagesInCli } from "../third-party/bundled-packages.ts";
import { dependenciesBelow, sorted } from "../third-party/installed-packages.ts";
import { sectionOf } from "../version/changelog.ts";
import { readManifest, root } from "../workspace.ts";
import { homebrewFormula } from "./homebrew-formula.ts";
import { installScript } from "./install-script.ts";
import { checksums, findPlatforms } from "./release-files.ts";
import { createSbom } from "./sbom.ts";

interface Finish {
  /** Has the packages, and the files of every platform that was built. */
  readonly into: string;
  /** `owner/name` on GitHub: where users download from. Without it there is no install script and no formula. */
  readonly repository: string | undefined;
  /** The time of the commit. */
  readonly time: Date;
}

/** Writes what describes the other files of a release, and the checksums of all of them. Returns what was left out, and why. */
export async function finishRelease({ into, repository, time }: Finish): Promise<readonly string[]> {
  const { version } = readManifest(root);
  const packages = sorted([...packagesInCli(), ...dependenciesBelow(join(root, "apps/cli"))]);
  const sbom = createSbom({ version, time: time.toISOString(), packages });
  writeFileSync(join(into, `roo-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const notes = sectionOf(changelog, version) || sectionOf(changelog, "Unreleased");
  writeFileSync(join(into, "NOTES.md"), `${notes}\n`);
  const platforms = await findPlatforms(into, version);
  const leftOut = repository === undefined ? ["install.sh and roo-code.rb: the repository is not known"] : [];
  if (repository !== undefined) {
    const homepage = `https://github.com/${repository}`;
    const address = `${homepage}/releases/download/v${version}`;
    writeFileSync(join(into, "install.sh"), installScript({ version, address, platforms }), { mode: 0o755 });
    writeFileSync(join(into, "roo-code.rb"), homebrewFormula({ version, homepage, address, platforms }));
  }
  writeFileSync(join(into, "SHA256SUMS"), await checksums(into));
  return leftOut;
}
