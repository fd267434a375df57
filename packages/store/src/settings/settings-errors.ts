import { basename } from "node:path";
import { RooError } from "@roo-code/types";
import { isDiskFull, isSystemError } from "../log-errors.ts";
import { shownKey } from "./settings-notices.ts";

/** Does not quote the value: it may be an API key in the wrong place. */
export function invalidSetting(key: string, expected: string): RooError {
  return new RooError({
    code: "invalid_setting",
    message: `${shownKey(key)} must be ${expected}.`,
    next: "Correct the value, or leave it out to remove the setting.",
  });
}

export function settingsTooLarge(path: string): RooError {
  return new RooError({
    code: "settings_too_large",
    message: `${basename(path)} would become larger than 5 MB; nothing was changed.`,
    next: "Remove large values from it, then try again.",
  });
}

export function outsideWorkspace(path: string): RooError {
  return new RooError({
    code: "settings_write_failed",
    message: `${path} is a symlink out of the workspace; nothing was changed.`,
    next: "Replace the symlink with a file.",
  });
}

/** Converts system errors, which the user can fix; other errors pass unchanged. */
export async function withWriteErrors<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw isSystemError(error) ? writeFailed(path, error) : error;
  }
}

function writeFailed(path: string, cause: unknown): RooError {
  if (isDiskFull(cause)) {
    return new RooError({
      code: "disk_full",
      message: `No space left on the disk to write ${basename(path)}; the file is unchanged.`,
      next: "Free some disk space, then try again.",
      cause,
    });
  }
  return new RooError({
    code: "settings_write_failed",
    message: `${basename(path)} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    next: "Check the permissions of its folder, then try again.",
    cause,
  });
}
