import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isInside } from "../files/confine.ts";
import { errorCode } from "../files/file-failure.ts";

const maxLinks = 40;

/**
 * Where a path leads when a program opens it: through every link, also a dangling one, and with `..` applied to the
 * target of a link. Relative to the root if it is inside. undefined if it cannot be determined.
 */
export function realPath(root: string, path: string): string | undefined {
  if (path.startsWith("~")) return path;
  let current = isAbsolute(path) ? path : `${root}/${path}`;
  for (let links = 0; links < maxLinks; links += 1) {
    const found = deepest(current);
    if (found === undefined) return undefined;
    if (found.link === undefined) return isInside(root, found.path) ? relative(root, found.path) || "." : found.path;
    current = found.link;
  }
  return undefined;
}

/** Resolves the existing part; a dangling link is replaced by its target. */
function deepest(path: string): { readonly path: string; readonly link?: string } | undefined {
  let missing = "";
  // With a trailing slash, a dangling link would be followed.
  for (let current = path.replace(/(?<=.)\/+$/, ""); ; current = parentOf(current)) {
    try {
      return { path: resolve(join(realpathSync.native(current), missing)) };
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENAMETOOLONG") return { path: resolve(path) };
      if (code !== "ENOENT" && code !== "ENOTDIR") return undefined;
    }
    const target = linkTarget(current);
    if (target !== undefined) {
      const led = isAbsolute(target) ? target : `${dirname(current)}/${target}`;
      return { path, link: missing === "" ? led : `${led}/${missing}` };
    }
    missing = missing === "" ? basename(current) : `${basename(current)}/${missing}`;
  }
}

/** Without normalizing `..`: that leads elsewhere after a link. */
function parentOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(0, trimmed.lastIndexOf("/")) || "/";
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
