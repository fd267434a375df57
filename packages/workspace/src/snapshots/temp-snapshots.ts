import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Clock, SnapshotStore } from "@roo-code/types";
import { openSnapshots, type SnapshotOptions } from "./open-snapshots.ts";

/** Real time: it is compared with the files' times. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};

export interface TempSnapshots extends AsyncDisposable {
  readonly root: string;
  readonly home: string;
  readonly store: SnapshotStore;
  path(relative: string): string;
  write(relative: string, content: string | Uint8Array): void;
  /** Another store of the same workspace, like that of another process. */
  open(options?: Partial<SnapshotOptions>): Promise<SnapshotStore>;
}

/** A folder with files, and a store of its snapshots elsewhere. */
export async function createTempSnapshots(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<SnapshotOptions> = {},
): Promise<TempSnapshots> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-snapshots-")));
  const [root, home] = [join(base, "workspace"), join(base, "home")];
  mkdirSync(root);
  const path = (relative: string): string => join(root, relative);
  const write = (relative: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(path(relative)), { recursive: true });
    writeFileSync(path(relative), content);
  };
  for (const [relative, content] of Object.entries(files)) write(relative, content);
  const opened: SnapshotStore[] = [];
  const open = async (more: Partial<SnapshotOptions> = {}): Promise<SnapshotStore> => {
    const store = await openSnapshots({ workspace: root, home, clock: realClock, ...options, ...more });
    opened.push(store);
    return store;
  };
  return {
    root,
    home,
    store: await open(),
    path,
    write,
    open,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store.dispose();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Everything in a folder, byte for byte, with types and permissions. */
export function describeTree(root: string, folder = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const stat = lstatSync(join(root, path));
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[path] = `link to ${readlinkSync(join(root, path))}`;
    else if (stat.isDirectory()) Object.assign(found, { [`${path}/`]: mode }, describeTree(root, path));
    else if (stat.isFile()) found[path] = `${mode} ${readFileSync(join(root, path)).toString("latin1")}`;
    else found[path] = "special";
  }
  return found;
}
