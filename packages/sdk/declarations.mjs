// Bundles the types of the SDK into one declaration file that imports nothing. Types inferred from zod schemas are written out, so that users
// need neither zod nor the version of it that we use.
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = join(root, "packages/types/src");

export async function bundleDeclarations(input, output) {
  const folder = await mkdtemp(join(tmpdir(), "roo-declarations-"));
  try {
    await writeTypes(folder);
    const bundle = await rollup({
      input,
      plugins: [
        { name: "packages", resolveId: (id) => (id === "@roo-code/types" ? join(folder, "index.d.ts") : sourceOf(id)) },
        dts({ compilerOptions: compilerOptions() }),
      ],
      // Only used by schemas, which are dropped.
      external: ["zod"],
    });
    const { output: files } = await bundle.generate({ format: "es" });
    await bundle.close();
    const [{ code }] = files;
    const foreign = /^(?:import|export) .*from .*$/m.exec(code);
    if (foreign) throw new Error(`The declarations are not complete: ${foreign[0]}`);
    await writeFile(output, code);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The source of another package's entry point. */
function sourceOf(id) {
  const [, name, path = ""] = /^@roo-code\/([^/]+)(\/.+)?$/.exec(id) ?? [];
  if (name === undefined) return null;
  const folder = join(root, "packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, exports[`.${path}`]);
}

/** The declarations of `@roo-code/types`, without `z.infer`. */
async function writeTypes(folder) {
  const program = ts.createProgram([join(types, "index.ts")], { ...compilerOptions(), outDir: folder, rootDir: types });
  const checker = program.getTypeChecker();
  const files = [];
  program.emit(
    undefined,
    (path, text, _, __, [source]) => {
      if (path.endsWith(".d.ts") && path.startsWith(folder)) files.push([path, writtenOut(text, source, checker)]);
    },
    undefined,
    true,
  );
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.NodeBuilderFlags;
const printer = ts.createPrinter();

function writtenOut(text, source, checker) {
  return text.replace(/^export type (\w+) = z\.infer<typeof \w+>;$/gm, (_, name) => {
    const declaration = source.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);
    const type = checker.getTypeAtLocation(declaration.name);
    const node = checker.typeToTypeNode(type, declaration, NoTruncation | InTypeAlias | MultilineObjectLiterals);
    const shown = printer.printNode(ts.EmitHint.Unspecified, node, source);
    return `export type ${name} = ${shown.replaceAll(taskId, "string")};`;
  });
}

/** Users pass task ids as plain strings. */
const taskId = /string & z\.(?:core\.)?\$brand<"TaskId">/g;

function compilerOptions() {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { tsBuildInfoFile: _, incremental: __, ...rest } = options;
  return {
    ...rest,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    noUnusedLocals: false,
  };
}
