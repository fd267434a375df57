import { existsSync } from "node:fs";
import { join } from "node:path";
import { ask, findProgram } from "../find-program.ts";

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
  const folder = join(await ask(findProgram("rustc", hint), ["--print", "sysroot"]), "bin");
  const own = join(folder, "cargo");
  return { cargo: existsSync(own) ? own : cargo, folder };
}
