import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGit } from "../git-program.ts";

/** A `git` for tests that saves files only when it is let. */
export interface GatedGit {
  /** For `SnapshotOptions.path`. */
  readonly path: string;
  /** Lets the next save of files happen. */
  allowOne(): void;
  /** Lets all of them happen. */
  allowAll(): void;
  /** How often files have been saved, or are about to be. */
  saves(): number;
}

export async function createGatedGit(folder: string): Promise<GatedGit> {
  const git = await findGit(process.env.PATH);
  mkdirSync(folder, { recursive: true });
  const [one, all, log] = [join(folder, "one"), join(folder, "all"), join(folder, "log")];
  const script = `#!/bin/sh
case "$*" in
  *"update-index --add"*)
    echo save >> '${log}'
    until [ -e '${all}' ] || rm '${one}' 2>/dev/null; do sleep 0.02; done ;;
esac
exec '${git}' "$@"
`;
  writeFileSync(join(folder, "git"), script);
  chmodSync(join(folder, "git"), 0o755);
  return {
    path: folder,
    allowOne: () => writeFileSync(one, ""),
    allowAll: () => {
      writeFileSync(all, "");
      rmSync(one, { force: true });
    },
    saves: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0),
  };
}
