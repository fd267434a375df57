import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram, readOutput, toolchainMissing } from "./find-program.ts";

interface GoToolchain {
  readonly program: string;
  readonly version: string;
}

/** No user configuration, no network, no C compiler. */
export const goEnvironment = {
  CGO_ENABLED: "0",
  GO111MODULE: "on",
  GOENV: "off",
  GOFLAGS: "",
  GOPROXY: "off",
  GOTELEMETRY: "off",
  GOTOOLCHAIN: "local",
  GOWORK: "off",
};

let found: Promise<GoToolchain> | undefined;

export function findGo(): Promise<GoToolchain> {
  found ??= locate();
  return found;
}

async function locate(): Promise<GoToolchain> {
  const program = findProgram("go", "Install Go, such as Debian's golang-go.");
  const [root = "", version = ""] = (await readOutput(program, ["env", "GOROOT", "GOVERSION"])).split("\n");
  return { program: join(root, "bin", "go"), version };
}

/** Packages that solutions often import. Others are compiled on demand. */
const packages =
  `bufio bytes container/heap container/list context encoding/json errors fmt io math math/big math/bits math/rand
  os path/filepath reflect regexp sort strconv strings sync sync/atomic testing testing/quick text/tabwriter time unicode unicode/utf8`.split(
    /\s+/,
  );

/** Fills a build cache with Go's standard library, which each grading would have to compile first otherwise. */
export async function fillGoCache(
  toolchain: GoToolchain,
  { cache, into }: { cache: string; into: string },
): Promise<void> {
  const library = join(cache, `${toolchain.version}-${process.arch}`);
  if (!existsSync(library)) {
    // Trials start concurrently and this takes long, so one of them does it for all.
    compiling ??= compileLibrary(toolchain, { cache, library }).finally(() => {
      compiling = undefined;
    });
    await compiling;
  }
  await cp(library, into, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

let compiling: Promise<void> | undefined;

/** Compiles into a temporary folder and renames it: another process may do the same. */
async function compileLibrary(
  toolchain: GoToolchain,
  { cache, library }: { cache: string; library: string },
): Promise<void> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "go-"));
  try {
    const imports = packages.filter((name) => name !== "testing").map((name) => `\t_ "${name}"`);
    await writeFile(join(folder, "go.mod"), "module library\n\ngo 1.18\n");
    await writeFile(join(folder, "library.go"), "package library\n");
    const test = `package library\n\nimport (\n${imports.join("\n")}\n\t"testing"\n)\n\nfunc TestNothing(t *testing.T) {}\n`;
    await writeFile(join(folder, "library_test.go"), test);
    const environment = { ...process.env, ...goEnvironment, GOCACHE: join(folder, "cache") };
    const args = ["test", "-vet=off", "-run=^$", "."];
    await promisify(execFile)(toolchain.program, args, { cwd: folder, env: environment }).catch((error: Error) => {
      throw toolchainMissing(
        `Cannot compile Go's standard library: ${error.message.trim()}`,
        "Check that go test runs.",
      );
    });
    await rename(join(folder, "cache"), library).catch(() => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
