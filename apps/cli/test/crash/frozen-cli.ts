import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A copy of the built program, which a build meanwhile does not replace. */
export interface FrozenCli extends Disposable {
  readonly program: string;
  /** Compile cache, shared by all processes. */
  readonly compiled: string;
}

export function freezeCli(): FrozenCli {
  const base = mkdtempSync(join(tmpdir(), "roo-frozen-"));
  cpSync(here("../../dist"), join(base, "dist"), { recursive: true });
  symlinkSync(here("../../node_modules"), join(base, "node_modules"));
  return {
    program: join(base, "dist", "roo.js"),
    compiled: join(base, "compiled"),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}
