import { posix } from "node:path";
import { ToolFailure } from "@roo-code/types";

/** A path without `.` and `..` in it, so that what a person is shown is what is written. Throws `ToolFailure`. */
export function plainPath(given: string): string {
  const path = posix.normalize(given.trim().replaceAll("\\", "/"));
  const isInside = path !== "." && path !== ".." && !path.startsWith("../") && !path.endsWith("/");
  if (isInside && !posix.isAbsolute(path) && !/^[a-z]:|^~|\0/i.test(path)) return path;
  throw new ToolFailure(
    "outside_workspace",
    `"${given.slice(0, 200)}" is no path of a file in the workspace. Give one relative to the workspace, without "..".`,
  );
}
