// The environment without the folders that npm and this project's toolchain added to PATH.
import { delimiter, join, relative, sep } from "node:path";

/** The environment for the server, and so for commands of tasks: with the user's own `node` and `tsc`, not this checkout's. */
export function personEnvironment(root, env = process.env) {
  const { npm_config_local_prefix: _, ...rest } = env;
  const name = Object.keys(rest).find((key) => key.toUpperCase() === "PATH");
  if (name === undefined) return rest;
  const kept = rest[name].split(delimiter).filter((folder) => !isOurs(root, folder));
  return { ...rest, [name]: kept.join(delimiter) };
}

/** Only folders with installed programs: the user may have the `bin` folder of the checkout on the PATH. */
function isOurs(root, folder) {
  if (folder.endsWith(join("@npmcli", "run-script", "lib", "node-gyp-bin"))) return true;
  const parts = relative(root, folder).split(sep);
  return parts[0] !== ".." && (parts[0] === ".tools" || parts.includes("node_modules"));
}
