const plainName = /^[^./~][^/]*$/;

/** `path` as seen from `folder`, with `.` and `..` normalized. Absolute and `~` paths stay as they are. */
export function joinPath(folder: string, path: string): string {
  if (folder === "." && plainName.test(path)) return path;
  const full = /^[/~]/.test(path) ? path : `${folder}/${path}`;
  const root = full.startsWith("/") ? "/" : "";
  const parts: string[] = [];
  for (const part of full.split("/")) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part !== "..") parts.push(part);
    else if (last !== undefined && last !== ".." && !last.startsWith("~")) parts.pop();
    else if (root === "") parts.push(part);
  }
  return root + parts.join("/") || ".";
}

/** Workspace-relative if inside it, else unchanged. */
export function relativePath(path: string, root: string | undefined): string {
  const normal = joinPath(".", path);
  if (root === undefined) return normal;
  if (normal === root) return ".";
  return normal.startsWith(`${root}/`) ? normal.slice(root.length + 1) : normal;
}

export function isOutside(path: string): boolean {
  return /^([/~]|\.\.(\/|$))/.test(path);
}
