import { basename } from "node:path";
import { RooError } from "@roo-code/types";
import { isDiskFull, isSystemError } from "../log-errors.ts";
import { shownKey } from "./settings-notices.ts";

/** Says what the value must be and not what it was: that may be a key in the wrong place. */
export function invalidSetting(key: string, mustBe: string): RooError {
  return new RooError({
    code: "invalid_setting",
    message: `${shownKey(key)} must be ${mustBe}.`,
    next: "Give it such a value, or none to remove it.",
  });
}

export function settingsTooLarge(path: string): RooError {
  return new RooError({
    code: "settings_too_large",
    message: `${basename(path)} would become larger than 5 MB; nothing was changed.`,
    next: "Remove what fills it, then try again.",
  });
}

export function outsideWorkspace(path: string): RooError {
  return new RooError({
    code: "settings_write_failed",
    message: `${path} leads out of the workspace; nothing was changed.`,
    next: "Replace the link by a file.",
  });
}

/** What the system refuses, a person can put right; anything else stays as it is. */
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
      message: `No space left to write ${basename(path)}; it is as it was.`,
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
