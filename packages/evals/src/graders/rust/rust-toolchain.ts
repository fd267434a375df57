import { existsSync } from "node:fs";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { ask, findProgram, missing } from "../find-program.ts";

export interface RustToolchain {
  readonly cargo: string;
  /** Its folder of programs, where it is not among the machine's. */
  readonly folder: string;
}

let found: Promise<RustToolchain> | undefined;

export function findRust(): Promise<RustToolchain> {
  found ??= locate();
  return found;
}

/** The toolchain's own programs: those of rustup choose one by files in the folder, and write in the home. */
async function locate(): Promise<RustToolchain> {
  const hint = "Install Rust, such as Debian's cargo.";
  const cargo = findProgram("cargo", hint);
  const folder = join(await ask(findProgram("rustc", hint), ["--print", "sysroot"]).catch(explain), "bin");
  const own = join(folder, "cargo");
  return { cargo: existsSync(own) ? own : cargo, folder };
}

/** rustup is installed without any toolchain, or none is chosen. */
function explain(error: unknown): never {
  if (error instanceof RooError && /no default is configured|rustup default/.test(error.message))
    throw missing("Rust: no toolchain chosen;", "run: rustup default stable");
  throw error;
}
