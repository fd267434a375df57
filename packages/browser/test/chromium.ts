import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { findBrowser } from "../src/find-browser.ts";

const require = createRequire(import.meta.url);
const cache = fileURLToPath(new URL("../../../.cache/chromium-147.0.2-fonts", import.meta.url));

/**
 * The environment with a Chromium for tests: ROO_BROWSER, the one from npm (Linux on x64), or an installed one.
 * Unpacked once per checkout and moved into place atomically, because several test files start at the same time.
 */
export async function chromiumEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { PATH, HOME, TMPDIR, ROO_BROWSER } = process.env;
  const environment = { PATH, HOME, TMPDIR, ROO_BROWSER };
  if (ROO_BROWSER !== undefined) return environment;
  if (process.platform !== "linux" || process.arch !== "x64") {
    if (findBrowser(environment) === undefined) throw new Error("no Chromium found for the tests: set ROO_BROWSER");
    return environment;
  }
  if (!existsSync(cache)) await unpack();
  return {
    ...environment,
    ROO_BROWSER: join(cache, "chromium"),
    LD_LIBRARY_PATH: join(cache, "lib"),
    FONTCONFIG_FILE: join(cache, "fonts.conf"),
  };
}

/** The machine's fonts, and those of the package. */
const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(cache, "fonts")}</dir>
</fontconfig>
`;

async function unpack(): Promise<void> {
  const packed = join(dirname(require.resolve("@sparticuz/chromium")), "..", "..", "bin");
  const folder = `${cache}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const inflate = async (name: string, file: string, mode: number): Promise<void> =>
    pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(file, { mode }));
  const program = join(folder, "chromium");
  await inflate("chromium.br", program, 0o755);
  mkdirSync(join(folder, "lib"));
  const unpackTar = async (name: string): Promise<void> => {
    const archive = join(folder, "archive.tar");
    await inflate(name, archive, 0o644);
    spawnSync("tar", ["-xf", archive, "-C", folder]);
    rmSync(archive);
  };
  // The package's libraries replace those the machine lacks.
  if (spawnSync(program, ["--version"]).status !== 0) await unpackTar("al2023.tar.br");
  // Without any font text has no size: it is invisible, and opening a list crashes the browser.
  await unpackTar("fonts.tar.br");
  writeFileSync(join(folder, "fonts.conf"), fontsFile);
  try {
    renameSync(folder, cache);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
}
