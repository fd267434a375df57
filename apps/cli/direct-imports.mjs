// A bundler plugin that imports `a` of `import { a } from "@roo-code/types"` directly from the file that defines it. Through index.ts the bundler
// would put everything that is imported from a package into shared chunks, and a start would load schemas that it never uses.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const importStatement = /^import \{([^}]*)\} from "@roo-code\/([^"]+)";$/gm;
const exportStatement = /^export \{([^}]*)\} from "([^"]+)";$/gm;

export const directImports = {
  name: "direct-imports",
  setup(bundler) {
    bundler.onLoad({ filter: /(packages|apps)\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return {
        contents: source.replace(importStatement, (_, names, target) => importsFor(names, target)),
        loader: "ts",
        resolveDir: dirname(path),
      };
    });
  },
};

function importsFor(names, target) {
  const origins = exportsOf(target);
  return namesIn(names)
    .map(({ name, alias }) => {
      const origin = origins.get(name) ?? { file: `@roo-code/${target}`, name };
      return `import { ${origin.name} as ${alias} } from ${JSON.stringify(origin.file)};`;
    })
    .join("\n");
}

const cache = new Map();

/** Exported name → the file that defines it, following re-exports. */
function exportsOf(target) {
  const cached = cache.get(target);
  if (cached) return cached;
  const list = listOf(target);
  const origins = new Map();
  cache.set(target, origins);
  for (const [, names, from] of readFileSync(list, "utf8").matchAll(exportStatement)) {
    for (const exported of namesIn(names)) {
      const further = from.startsWith("@roo-code/")
        ? exportsOf(from.slice("@roo-code/".length)).get(exported.name)
        : undefined;
      const file = from.startsWith("@roo-code/") ? from : resolve(dirname(list), from);
      origins.set(exported.alias, further ?? { file, name: exported.name });
    }
  }
  return origins;
}

/** The file of a package's entry point. */
function listOf(target) {
  const [name, ...subpath] = target.split("/");
  const folder = resolve(packages, name);
  const { exports } = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8"));
  return resolve(folder, exports[[".", ...subpath].join("/")]);
}

function namesIn(list) {
  const items = list.split(",").map((item) => item.trim());
  return items
    .filter((item) => item !== "" && !item.startsWith("type "))
    .map((item) => {
      const [name, alias = name] = item.split(/\s+as\s+/);
      return { name, alias };
    });
}
