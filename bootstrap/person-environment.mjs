// The environment as it was before npm and this project's toolchain added their folders to it.
import { delimiter, join, relative, sep } from "node:path";

/** What commands of a task inherit from the server: the person's own `node`, `tsc` and `vitest`, never this checkout's. */
export function personEnvironment(root, env = process.env) {
  const { npm_config_local_prefix: _, ...rest } = env;
  const name = Object.keys(rest).find((key) => key.toUpperCase() === "PATH");
  if (name === undefined) return rest;
  const kept = rest[name].split(delimiter).filter((folder) => !isOurs(root, folder));
  return { ...rest, [name]: kept.join(delimiter) };
}

/** Of the checkout, only where programs were installed: a person may have its `bin` on the PATH. */
function isOurs(root, folder) {
  if (folder.endsWith(join("@npmcli", "run-script", "lib", "node-gyp-bin"))) return true;
  const parts = relative(root, folder).split(sep);
  return parts[0] !== ".." && (parts[0] === ".tools" || parts.includes("node_modules"));
}
