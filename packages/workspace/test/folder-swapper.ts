import { renameSync, rmSync } from "node:fs";

// `node folder-swapper.ts <name> <link>`: swaps what the two names lead to, again and again until it is killed.
const [name = "", link = ""] = process.argv.slice(2);
const aside = `${name}.aside`;
const maxRestMs = 0.05;
process.stdout.write("swapping\n");
for (;;) {
  replace(name, aside);
  replace(link, name);
  rest();
  replace(name, link);
  replace(aside, name);
  rest();
}

/** For as long as the other side may take from a look at the folder to its use. */
function rest(): void {
  const end = performance.now() + Math.random() * maxRestMs;
  while (performance.now() < end);
}

function replace(from: string, to: string): void {
  for (;;) {
    try {
      return renameSync(from, to);
    } catch {
      clear(to);
    }
  }
}

/** Somebody may have made a folder of that name meanwhile, and may still fill it. */
function clear(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // With the next try.
  }
}
