// Installs dependencies and builds, unless nothing has changed since the last time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { log, pnpm, root, run } from "./toolchain.mjs";

const workspaces = ["packages", "apps"];

/** Installs the dependencies of the lockfile; skipped if neither it nor a manifest has changed. */
export function installDependencies(toolchain) {
  const manifests = [
    "package.json",
    "pnpm-workspace.yaml",
    "pnpm-lock.yaml",
    "bench/package.json",
    ...packageFolders().map((folder) => join(folder, "package.json")),
  ];
  unlessUnchanged(
    "installed",
    digest(manifests.filter((file) => existsSync(join(root, file))).map((file) => readFileSync(join(root, file)))),
    "node_modules",
    () => {
      log("installing dependencies");
      pnpm(toolchain, ["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"]);
    },
  );
}

/** Builds the CLI; skipped if no source has changed. */
export function build(toolchain) {
  const sources = packageFolders().flatMap((folder) => sourceFiles(folder));
  unlessUnchanged("built", digest(sources), "apps/cli/dist/roo.js", () => {
    log("building");
    run(toolchain.node, ["apps/cli/build.mjs"], { env: toolchain.env });
    // The compile cache of the tests, for the previous build.
    rmSync(join(root, ".cache", "compiled"), { recursive: true, force: true });
  });
}

/** Builds the SDK, for the tests of the packed package; skipped if no source has changed. */
export function buildSdk(toolchain) {
  const sources = packageFolders().flatMap((folder) => sourceFiles(folder));
  unlessUnchanged("sdk-built", digest(sources), "packages/sdk/dist/index.d.ts", () => {
    log("building the SDK");
    run(toolchain.node, ["packages/sdk/build.mjs"], { env: toolchain.env });
  });
}

function unlessUnchanged(name, key, product, work) {
  const stamp = join(root, ".cache", name);
  if (existsSync(join(root, product)) && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

function packageFolders() {
  return workspaces.flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)));
}

function sourceFiles(folder) {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === "node_modules" || entry.name === "dist") continue;
    if (entry.isDirectory()) found.push(...sourceFiles(path));
    else {
      const { mtimeMs, size } = statSync(join(root, path));
      found.push(`${path} ${mtimeMs} ${size}\n`);
    }
  }
  return found;
}

function digest(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
