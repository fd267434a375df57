import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "../confine.ts";
import { asFileFailure } from "../file-failure.ts";
import { tempPaths } from "../temp-name.ts";

/** Beside the file first, then in its place by one rename. */
export async function storeUpload(
  target: ConfinedPath,
  content: Readable,
  { maxBytes }: { readonly maxBytes: number },
): Promise<void> {
  const { fresh } = tempPaths(target);
  try {
    await mkdir(dirname(target.absolute), { recursive: true });
    await rm(fresh, { force: true });
    await pipeline(content, atMost(maxBytes, target.given), createWriteStream(fresh, { flags: "wx", flush: true }));
    await rename(fresh, target.absolute);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
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
