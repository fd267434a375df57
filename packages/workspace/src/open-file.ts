import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ConfinedPath } from "./confine.ts";
import { asFileFailure, errorCode, isAFolder, notAFile } from "./file-failure.ts";

/** O_NONBLOCK: opening a FIFO would wait for its writer. O_NOFOLLOW: the last name may have become a link since. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Lends a regular file to `use`, and closes it. */
export async function withRegularFile<Result>(
  path: ConfinedPath,
  use: (handle: FileHandle, stat: BigIntStats) => Promise<Result>,
): Promise<Result> {
  const handle = await openOrFail(path);
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isDirectory()) throw isAFolder(path.given);
    if (!stat.isFile()) throw notAFile(path.given);
    return await use(handle, stat);
  } catch (error) {
    throw asFileFailure(error, path.given);
  } finally {
    await handle.close();
  }
}

async function openOrFail(path: ConfinedPath): Promise<FileHandle> {
  try {
    return await open(path.absolute, flags);
  } catch (error) {
    throw errorCode(error) === "ELOOP" ? notAFile(path.given) : asFileFailure(error, path.given);
  }
}
