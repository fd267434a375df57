import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built program, apart from the one that a build meanwhile would replace. */
export interface FrozenCli extends Disposable {
  readonly program: string;
  /** Code compiled once is not compiled again by the next process. */
  readonly compiled: string;
}

export function freezeCli(): FrozenCli {
  const base = mkdtempSync(join(tmpdir(), "roo-frozen-"));
  cpSync(beside("../../dist"), join(base, "dist"), { recursive: true });
  symlinkSync(beside("../../node_modules"), join(base, "node_modules"));
  return {
    program: join(base, "dist", "roo.js"),
    compiled: join(base, "compiled"),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}
