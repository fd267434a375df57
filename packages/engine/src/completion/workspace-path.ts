/** A path as a claim names it, relative to the workspace like those in the log: without `./`, `..` and the workspace's own path. */
export function workspacePath(given: string, root: string): string {
  const path = given.trim().replaceAll("\\", "/");
  const base = root.replaceAll("\\", "/").replace(/\/+$/, "");
  const inside = base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const isElsewhere = inside.startsWith("/");
  return `${isElsewhere ? "/" : ""}${parts.join("/")}` || ".";
}
