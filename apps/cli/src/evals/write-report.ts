import { writeFileSync } from "node:fs";
import { RooError } from "@roo-code/types";

/** Throws `RooError` `cannot_write`. */
export function writeReport(file: string, content: string): void {
  try {
    writeFileSync(file, content);
    process.stderr.write(`wrote ${file}\n`);
  } catch (error) {
    throw new RooError({
      code: "cannot_write",
      message: `Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`,
      next: "Choose another file with --to.",
    });
  }
}
