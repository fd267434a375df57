import { renameSync, rmSync } from "node:fs";

// `node folder-swapper.ts <name> <link>`: swaps the targets of two names until it is killed.
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

/** As long as the tested code may take from checking the folder to using it. */
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

/** The tested code may have created a folder of that name, and may still be filling it. */
function clear(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Next time.
  }
}
