import { RooError, systemErrorCode, ToolFailure } from "@roo-code/types";

/** Converts a file system error into one for the model or a person. Uses the path as it was given. */
export function asFileFailure(error: unknown, given: string): unknown {
  switch (errorCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return new ToolFailure("not_found", `There is no file or folder "${given}".`);
    case "EISDIR":
      return isAFolder(given);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new ToolFailure("permission_denied", `The system does not permit this on "${given}".`);
    case "ENAMETOOLONG":
      return new ToolFailure("invalid_path", `The path "${given.slice(0, 80)}…" is too long for the file system.`);
    case "ENXIO":
      return notAFile(given);
    case "ENOSPC":
    case "EDQUOT":
      return new RooError({
        code: "disk_full",
        message: `No space left on the disk while writing "${given}"; nothing was changed.`,
        next: "Free some space, then resume the task.",
        cause: error,
      });
    case undefined:
      return error;
    default:
      return new RooError({
        code: "file_error",
        message: `The file system failed on "${given}": ${errorCode(error)}.`,
        cause: error,
      });
  }
}

export function isAFolder(given: string): ToolFailure {
  return new ToolFailure("is_directory", `"${given}" is a folder, not a file.`);
}

export function notAFile(given: string): ToolFailure {
  return new ToolFailure(
    "not_a_file",
    `"${given}" is not a regular file (a pipe, device or socket) and was not opened.`,
  );
}

/** The system's name for an error, such as ENOENT; undefined for all other errors, including our own. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error ? systemErrorCode(error) : undefined;
}
