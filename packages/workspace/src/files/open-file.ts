import { type BigIntStats, closeSync, fstatSync } from "node:fs";
import type { ConfinedPath } from "./confine.ts";
import { asFileFailure, errorCode, isAFolder, notAFile } from "./file-failure.ts";
import { type HeldFolder, holdParent } from "./held-folder.ts";

/** Opens a regular file for `use`, and closes it. */
export async function withRegularFile<Result>(
  path: ConfinedPath,
  use: (file: number, stat: BigIntStats) => Promise<Result>,
): Promise<Result> {
  const { file, stat } = openRegularFile(path);
  try {
    return await use(file, stat);
  } catch (error) {
    throw asFileFailure(error, path.given);
  } finally {
    closeSync(file);
  }
}

/** The caller closes it. */
export function openRegularFile(path: ConfinedPath): { readonly file: number; readonly stat: BigIntStats } {
  const file = openOrFail(path);
  try {
    const stat = fstatSync(file, { bigint: true });
    if (stat.isDirectory()) throw isAFolder(path.given);
    if (!stat.isFile()) throw notAFile(path.given);
    return { file, stat };
  } catch (error) {
    closeSync(file);
    throw asFileFailure(error, path.given);
  }
}

function openOrFail(path: ConfinedPath): number {
  let folder: HeldFolder | undefined;
  try {
    const parent = holdParent(path);
    folder = parent.folder;
    return folder.openFile(parent.name);
  } catch (error) {
    throw errorCode(error) === "ELOOP" ? notAFile(path.given) : asFileFailure(error, path.given);
  } finally {
    folder?.close();
  }
}
