import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type TarEntry, tarChunks } from "../archive/tar.ts";

/** Writes a compressed archive; the same bytes for the same entries. */
export async function writeArchive(entries: Iterable<TarEntry>, seconds: number, file: string): Promise<void> {
  await pipeline(Readable.from(tarChunks(entries, seconds)), createGzip({ level: 6 }), createWriteStream(file));
}

interface Executable {
  /** `0.1.0-linux-x64`. */
  readonly name: string;
  /** The archive of a staged platform, with one folder at its top. */
  readonly archive: string;
  readonly into: string;
}

/**
 * Writes a single file that can be started: a short shell script followed by the archive. The first start unpacks it into the
 * user's cache; later ones start what is there. Why not Node's own single executables: docs/decisions/0017-releases.md.
 */
export async function writeExecutable({ name, archive, into }: Executable): Promise<void> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(archive)) digest.update(chunk as Buffer);
  const script = launcherScript(name, digest.digest("hex").slice(0, 12));
  const output = createWriteStream(into);
  output.write(script);
  await pipeline(createReadStream(archive), output);
  await chmod(into, 0o755);
}

/** The offset of the archive is part of the script before it: written with a fixed width. */
function launcherScript(name: string, digest: string): string {
  const text = (offset: string) => `#!/bin/sh
# roo ${name}: unpacks itself once, then starts. What follows the script is roo-${name}.tar.gz.
cache=\${XDG_CACHE_HOME:-\${HOME:-}/.cache}/roo-code
root=$cache/${name}-${digest}
if [ ! -x "$root/bin/node" ]; then
  part=$root.$$
  if ! (umask 077 && mkdir -p "$part" && tail -c +${offset} "$0" | tar -xzf - --strip-components=1 -C "$part"); then
    rm -rf "$part"
    echo "roo: cannot unpack into $cache. It needs 300 MB; XDG_CACHE_HOME names another folder. If there is room, download roo again." >&2
    exit 2
  fi
  # Fails if another start was faster.
  "$part/bin/node" -e 'require("fs").renameSync(process.argv[1], process.argv[2])' "$part" "$root" 2>/dev/null || rm -rf "$part"
fi
# One malloc arena: compiler threads would each keep megabytes for nothing. Commands the agent runs do not inherit it.
export MALLOC_ARENA_MAX=1
exec "$root/bin/node" "$root/cli/dist/roo.js" "$@"
`;
  const width = 6;
  return text(String(Buffer.byteLength(text("0".repeat(width))) + 1).padStart(width, "0"));
}
