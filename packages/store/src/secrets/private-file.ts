import { chmodSync, statSync } from "node:fs";
import type { ConfigurationNotice } from "@roo-code/types";
import { privateMode } from "../files/replace-file.ts";

/** Takes from everybody but the owner the access to a file; tells when there was some. */
export function makePrivate(path: string): ConfigurationNotice | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // Windows has no such modes; a profile's folder is private there.
  if (mode === undefined || (mode & 0o077) === 0 || process.platform === "win32") return undefined;
  const notice = (outcome: string): ConfigurationNotice => ({
    code: "broken_file",
    source: path,
    message: `${path} could be read by other users of this machine; ${outcome}.`,
  });
  try {
    chmodSync(path, privateMode);
    return notice("now only by you. If others use it, replace the keys in it");
  } catch {
    return notice("its permissions cannot be changed from here: set them to 600");
  }
}
