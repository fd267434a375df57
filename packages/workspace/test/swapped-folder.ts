import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNightly } from "@roo-code/testkit/nightly";

/** Text that only the folder outside contains. */
export const secret = "outside-secret";
export const inner = "inside-text";

/** Number of attempts: a sample, and all of them nightly. */
export const rounds = isNightly ? { quick: 10_000, slow: 10_000 } : { quick: 500, slow: 60 };
export const roundsTimeoutMs = isNightly ? 1_800_000 : 600_000;

export interface SwappedFolder extends AsyncDisposable {
  readonly root: string;
  readonly outside: string;
  /** An empty folder next to them. */
  readonly home: string;
  /** What was added or changed outside. */
  damage(): readonly string[];
}

/** More files of both folders, with content derived from the text of each. */
type MoreFiles = (text: string) => Readonly<Record<string, string>>;

/**
 * A workspace whose folder `swapped` alternates with a link to a folder outside, swapped by another process.
 * Both contain the same names; those outside contain a secret.
 */
export async function swapFolder(more?: MoreFiles): Promise<SwappedFolder> {
  const { place, ...folder } = makeFolder(more);
  const program = fileURLToPath(new URL("folder-swapper.ts", import.meta.url));
  const child = spawn(process.execPath, [program, join(folder.root, "swapped"), join(folder.root, ".link")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    ...folder,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** The same without the other process: everything succeeds here. */
export function stillFolder(more?: MoreFiles): SwappedFolder {
  const { place, ...folder } = makeFolder(more);
  return { ...folder, [Symbol.asyncDispose]: async () => rmSync(place, { recursive: true, force: true }) };
}

function makeFolder(
  more: MoreFiles = () => ({}),
): Omit<SwappedFolder, typeof Symbol.asyncDispose> & { readonly place: string } {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "roo-swapped-")));
  const [root, outside] = [join(place, "workspace"), join(place, "outside")];
  fill(join(root, "swapped"), inner, more);
  fill(outside, secret, more);
  const before = listing(outside);
  symlinkSync(outside, join(root, ".link"));
  const home = join(place, "home");
  mkdirSync(home);
  return {
    place,
    root,
    outside,
    home,
    damage() {
      const now = listing(outside);
      const changed = [...now].filter(([path, content]) => before.get(path) !== content).map(([path]) => path);
      return [...changed, ...[...before.keys()].filter((path) => !now.has(path))];
    },
  };
}

function fill(folder: string, text: string, more: MoreFiles): void {
  mkdirSync(join(folder, "deep"), { recursive: true });
  for (const name of ["a.txt", "b.txt", "deep/c.txt"]) writeFileSync(join(folder, name), `${text} of ${name}\n`);
  for (const [name, content] of Object.entries(more(text))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, `${text}.txt`), `${text}\n`);
}

function listing(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(names.map((name) => [name, contentOf(join(folder, name))]));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "a folder";
  }
}
