import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { readManifest, root, workspaceFolders } from "../workspace.ts";

/** Writes the declarations of packages, one file per source file, into `into`. Throws with the compiler's messages. */
export async function emitDeclarations(folders: readonly string[], into: string): Promise<void> {
  const config = join(into, "tsconfig.json");
  const options = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      outDir: into,
      rootDir: root,
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: folders.map((folder) => join(root, folder, "src")),
    exclude: ["**/*.test.ts"],
    files: [join(root, "text-files.d.ts")],
  };
  await writeFile(config, JSON.stringify(options));
  await promisify(execFile)(join(root, "node_modules/.bin/tsgo"), ["--project", config], { cwd: root }).catch(
    (error: unknown) => {
      const { stdout } = error as { stdout?: string };
      throw new Error(`The declarations of ${folders.join(", ")} could not be written.\n${stdout}`, { cause: error });
    },
  );
}

interface Bundled {
  /** Entry point → its source relative to the package, such as `src/index.ts`. */
  readonly entries: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Where `emitDeclarations` wrote. */
  readonly declarations: string;
}

/** File name → text: one file per entry point, with everything of this repository that it uses. */
export async function bundleDeclarations({ entries, folder, declarations }: Bundled): Promise<Map<string, string>> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, emitted(join(declarations, folder, source))]),
  );
  const bundle = await rollup({ input, plugins: [emittedFiles(declarations), dts()] });
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name]-[hash].d.ts",
  });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code]] : [])));
}

/** Finds imports of this repository among the emitted files; those of npm and Node stay imports. */
function emittedFiles(declarations: string): Plugin {
  const folders = workspaceFolders();
  return {
    name: "emitted-files",
    resolveId(id, importer) {
      if (importer === undefined) return undefined;
      if (id.startsWith(".")) return emitted(resolve(dirname(importer), id));
      const [, name = "", subpath = ""] = /^(@roo-code\/[^/]+)(\/.*)?$/.exec(id) ?? [];
      const folder = folders.get(name);
      const source = folder && readManifest(join(root, folder)).exports?.[`.${subpath}`];
      return source ? emitted(join(declarations, folder, source)) : { id, external: true };
    },
  };
}

function emitted(source: string): string {
  return source.replace(/\.ts$/, ".d.ts");
}
