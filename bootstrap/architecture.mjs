// Enforces the table in ARCHITECTURE.md: which package may import which, no `node:` modules in packages that also run in
// a browser, and no import cycles at run time.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import { root } from "./toolchain.mjs";

/** Package → packages it may import. A package that is not listed may import only `types`. */
const mayImport = {
  types: [],
  testkit: ["types", "workspace", "store"],
  host: [
    "types",
    "engine",
    "providers",
    "tools",
    "workspace",
    "mcp",
    "browser",
    "index",
    "store",
    "workflow",
    "ipc",
    "cloud",
    "telemetry",
    "observer",
    "client",
  ],
  evals: ["types", "ipc", "client", "store", "workspace"],
  sdk: ["types", "host"],
  server: ["types", "host", "evals", "observer"],
  web: ["types", "client"],
  cli: ["types", "host", "server", "evals", "ipc", "client", "sdk"],
  vscode: ["types", "host", "ipc", "client", "sdk"],
};
const platformNeutral = ["types", "engine", "client", "web"];

const packageFolders = ["packages", "apps"].flatMap((parent) => {
  const folder = join(root, parent);
  return existsSync(folder) ? readdirSync(folder).map((name) => ({ name, path: `${parent}/${name}` })) : [];
});
const testFiles = "(\\.test\\.ts$|/test/)";
const buildFiles = "^(apps|packages)/[^/]+/(build|declarations)\\.mjs$";

const forbidden = [
  {
    name: "no-cycle",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no-testkit-in-product",
    severity: "error",
    from: { pathNot: [testFiles, "^packages/testkit/", "^bench/"] },
    to: { path: "^packages/testkit/" },
  },
  {
    name: "node-free",
    severity: "error",
    from: { path: `^(packages|apps)/(${platformNeutral.join("|")})/src/`, pathNot: testFiles },
    to: { dependencyTypes: ["core"] },
  },
  { name: "vscode-only-in-its-app", severity: "error", from: { pathNot: "^apps/vscode/" }, to: { path: "^vscode$" } },
  {
    name: "not-resolvable",
    severity: "error",
    from: { path: "^(packages|apps)/" },
    to: { couldNotResolve: true, pathNot: ["^node:", "^vscode$"] },
  },
  ...packageFolders.map(({ name, path }) => ({
    name: `imports-of-${name}`,
    severity: "error",
    from: { path: `^${path}/`, pathNot: [testFiles, buildFiles] },
    to: {
      path: "^(packages|apps)/",
      pathNot: `^(packages|apps)/(${[name, ...(mayImport[name] ?? ["types"])].join("|")})/`,
    },
  })),
];

process.chdir(root);
const { output } = await cruise(
  ["packages", "apps"].filter((folder) => existsSync(folder)),
  {
    ruleSet: { forbidden },
    validate: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".md", ".css"],
    },
  },
  { bustTheCache: true },
);

const modules = output.modules.filter((module) => /\.tsx?$/.test(module.source));
const edges = modules
  .flatMap((module) => module.dependencies)
  .filter((dependency) => /^(packages|apps)\//.test(dependency.resolved));
if (modules.length === 0 || (packageFolders.length > 1 && edges.length === 0)) {
  console.error(`architecture: found only ${modules.length} modules and ${edges.length} edges, so nothing was checked`);
  process.exit(1);
}
const violations = output.summary.violations.length + reportTextViolations();
for (const violation of output.summary.violations) {
  const via = violation.cycle?.map((step) => step.name ?? step).join(" → ");
  console.error(`${violation.rule.name}: ${violation.from} → ${via ?? violation.to}`);
}
console.log(`architecture: ${modules.length} modules, ${edges.length} edges, ${violations} violations`);
process.exitCode = violations === 0 ? 0 : 1;

/** Rules that cannot be expressed as imports. */
function reportTextViolations() {
  const rules = [
    {
      pattern: /import (\{[^}]*\bz\b[^}]*\}|z) from "zod"/,
      message: 'import * as z from "zod": a named import bundles every locale',
    },
    { pattern: /\bvi\.(mock|doMock)\(/, message: "no module mocks: pass a fake from testkit" },
  ];
  let count = 0;
  for (const { source } of modules) {
    const text = readFileSync(source, "utf8");
    for (const { pattern, message } of rules) {
      if (!pattern.test(text)) continue;
      console.error(`${source}: ${message}`);
      count += 1;
    }
  }
  return count;
}
