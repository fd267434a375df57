import { readFileSync } from "node:fs";
import type { PlatformFiles } from "./release-files.ts";

interface InstallScript {
  readonly version: string;
  /** Where the files of the release are. */
  readonly address: string;
  readonly platforms: readonly PlatformFiles[];
}

const template = new URL("install.sh", import.meta.url);

/** `install.sh` of a release: knows its address, and the checksum of every executable. */
export function installScript({ version, address, platforms }: InstallScript): string {
  const cases = platforms.map(({ platform: { uname }, executable: { name, sha256 } }) => {
    const pattern = uname.machine.split("|").map((machine) => `${uname.system}/${machine}`);
    return `    ${pattern.join("|")}) file=${name} sha256=${sha256} ;;`;
  });
  return readFileSync(template, "utf8")
    .replaceAll("@VERSION@", version)
    .replaceAll("@ADDRESS@", address)
    .replace("@PLATFORMS@", cases.join("\n"));
}
