import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snapshotFailed, startGit } from "../git-program.ts";
import type { StoreFolder } from "../store-folder.ts";

interface MergeStore {
  readonly program: string;
  readonly folder: StoreFolder;
  /** Working folder; removed afterwards. */
  readonly scratch: string;
}

interface Texts {
  readonly base: Buffer;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

/** Lower exit codes of `git merge-file` are the number of conflicts. */
const firstErrorCode = 128;

/** undefined if both sides changed the same lines, or a file is binary. */
export async function mergeTexts({ program, folder, scratch }: MergeStore, texts: Texts): Promise<Buffer | undefined> {
  if (texts.base.includes(0) || texts.ours.includes(0) || texts.theirs.includes(0)) return undefined;
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const [ours, base, theirs] = (["ours", "base", "theirs"] as const).map((name) => {
    writeFileSync(join(scratch, name), texts[name], { mode: 0o600 });
    return join(scratch, name);
  });
  try {
    const args = ["merge-file", "-p", "-q", ours ?? "", base ?? "", theirs ?? ""];
    const child = startGit(program, folder, { arguments: args });
    child.stdin.on("error", () => undefined).end();
    child.stderr.resume();
    const ended = once(child, "close");
    const output = Buffer.concat(await child.stdout.toArray());
    const [code] = await ended;
    if (code === 0) return output;
    if (code === null || code >= firstErrorCode) throw snapshotFailed(`git merge-file exited with code ${code}`);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
