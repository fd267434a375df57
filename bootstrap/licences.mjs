// Every installed package must have a licence from this list, or be an exception with a reason. Works offline, on node_modules.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

/** Licences that allow use in a product under any licence, if their text comes with it. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Unlicense",
  "Zlib",
]);

/** Package → why it may be used in spite of its licence. An entry that is no longer needed is reported, too. */
const exceptions = {
  "@axe-core/playwright": "MPL-2.0; only for tests",
  "@modelcontextprotocol/server-everything": "names its LICENSE file, which is MIT and Apache-2.0; only for tests",
  "@modelcontextprotocol/server-filesystem": "names its LICENSE file, which is MIT and Apache-2.0; only for tests",
  "@modelcontextprotocol/server-memory": "names its LICENSE file, which is MIT and Apache-2.0; only for tests",
  "axe-core": "MPL-2.0; only for tests",
  duck: "says BSD; its LICENSE file has the two clauses",
  lightningcss: "MPL-2.0; only for the build",
  "lightningcss-linux-x64-gnu": "MPL-2.0; only for the build",
  "rollup-plugin-dts": "LGPL-3.0; only for the build, which contains nothing of it",
  "web-push": "MPL-2.0; used unchanged, and its source is on npm",
};

/** `name licence` of packages that are neither allowed nor an exception, and exceptions that no package needs. */
export function licenceViolations(packages, list = exceptions) {
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  const unneeded = Object.keys(list).filter((name) => !refused.some((each) => each.name === name));
  return [
    ...refused
      .filter(({ name }) => !Object.hasOwn(list, name))
      .map(
        ({ name, version, licence }) =>
          `${name}@${version} is under ${licence}, which is not on the list in bootstrap/licences.mjs`,
      ),
    // Packages for other platforms are not installed.
    ...unneeded
      .filter((name) => !name.includes("linux"))
      .map((name) => `${name} needs no exception in bootstrap/licences.mjs`),
  ];
}

/** Of an SPDX expression: one of `A OR B` is enough, `A AND B` needs both. */
export function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((part) => part.split(" AND ").every((licence) => allowed.has(licence.trim())));
}

/** Every package of npm below `folder`, which is laid out by pnpm. */
export function installedPackages(folder = join(root, "node_modules/.pnpm")) {
  return readdirSync(folder).flatMap((entry) => {
    const name = /^(?:@[^+]+\+)?[^@]+/.exec(entry)?.[0].replace("+", "/") ?? "";
    const manifest = join(folder, entry, "node_modules", name, "package.json");
    if (!existsSync(manifest)) return [];
    const { version, license, licenses = [] } = JSON.parse(readFileSync(manifest, "utf8"));
    const licence =
      typeof license === "string" ? license : (license?.type ?? licenses.map(({ type }) => type).join(" OR "));
    return [{ name, version, licence: licence || "no licence" }];
  });
}

if (process.argv[1] && import.meta.url === new URL(process.argv[1], "file:").href) {
  const packages = installedPackages();
  const violations = licenceViolations(packages);
  for (const violation of violations) console.error(violation);
  console.log(`licences: ${packages.length} packages, ${violations.length} violations`);
  process.exitCode = violations.length === 0 && packages.length > 100 ? 0 : 1;
}
