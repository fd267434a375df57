import { existsSync } from "node:fs";

/** The table beside the bundled program, or in this package. */
export function findWordTable(): URL {
  const bundled = new URL("../data/words.bin", import.meta.url);
  return existsSync(bundled) ? bundled : new URL("../../data/words.bin", import.meta.url);
}
