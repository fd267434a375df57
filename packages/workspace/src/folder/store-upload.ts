import { createWriteStream, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "../files/confine.ts";
import { createFolders } from "../files/create-folders.ts";
import { asFileFailure } from "../files/file-failure.ts";
import { tempNames } from "../files/temp-name.ts";

/** Written next to the file first, then moved by one rename; all in the folder that was opened first. */
export async function storeUpload(
  target: ConfinedPath,
  content: Readable,
  { maxBytes }: { readonly maxBytes: number },
): Promise<void> {
  try {
    using folder = createFolders(dirname(target.absolute)).folder;
    const fresh = folder.at(tempNames(target.relative).fresh);
    try {
      rmSync(fresh, { force: true });
      await pipeline(content, atMost(maxBytes, target.given), createWriteStream(fresh, { flags: "wx", flush: true }));
      renameSync(fresh, folder.at(basename(target.absolute)));
    } finally {
      rmSync(fresh, { force: true });
    }
  } catch (error) {
    throw asFileFailure(error, target.given);
  }
}

function atMost(maxBytes: number, given: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, pass) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        pass(new ToolFailure("too_large", `"${given}" has more than the ${maxBytes} bytes allowed.`));
      else pass(null, chunk);
    },
  });
}
