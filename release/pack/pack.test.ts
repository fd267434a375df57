import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readmeCommands } from "../../apps/cli/test/front-door/readme-commands.ts";
import { apiReports } from "../api/api-reports.ts";
import { publishedPackages } from "../packages.ts";
import { type FreshMachine, freshMachine } from "../test/fresh-machine.ts";
import { type NpmRegistry, npmRegistry } from "../test/npm-registry.ts";
import { type Manifest, root } from "../workspace.ts";
import { type PackedPackage, packPackages } from "./pack.ts";

describe("the packed packages", () => {
  const into = mkdtempSync(join(tmpdir(), "roo-packed-"));
  let packed: PackedPackage[];
  let registry: NpmRegistry;
  beforeAll(async () => {
    packed = await packPackages({ into, repository: "roo-code/roo-code" });
    registry = await npmRegistry(packed.map(({ tarball }) => tarball));
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    rmSync(into, { recursive: true, force: true });
  });

  const libraries = publishedPackages.filter(({ hasApi }) => hasApi);
  const names = publishedPackages.map(({ folder }) => folder);
  const packageAt = (folder: string) => packed[names.indexOf(folder)] ?? expect.unreachable(folder);

  it.each(names)("%s has everything that npm and its users expect", async (folder) => {
    const { tarball, files } = packageAt(folder);
    const { messages } = await publint({ pack: { tarball: bytesOf(tarball).buffer }, strict: true });
    expect(messages).toEqual([]);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["package.json", "README.md", "LICENSE"]));
    const manifest = manifestOf(packageAt(folder));
    expect(manifest).toMatchObject({
      license: "MIT",
      type: "module",
      engines: { node: ">=22.12" },
      repository: { type: "git", url: "git+https://github.com/roo-code/roo-code.git" },
      publishConfig: { access: "public", provenance: true },
    });
    expect(manifest).not.toHaveProperty("private");
    // It can be installed alone.
    expect(Object.keys(manifest.dependencies ?? {}).join()).not.toContain("@roo-code/");
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/);
  });

  it.each(libraries.map(({ folder }) => folder))(
    "%s has types that every way of resolving modules finds, and source maps",
    async (folder) => {
      const { tarball, files } = packageAt(folder);
      const checked = await checkPackage(createPackageFromTarballData(bytesOf(tarball)));
      // Node 22.12 can require ES modules; TypeScript only warns that older ones cannot.
      const isIgnored = (problem: Problem) =>
        problem.kind === "CJSResolvesToESM" ||
        // TypeScript's resolution of Node 10, which knows no exports.
        (problem.kind === "NoResolution" && problem.resolutionKind === "node10");
      const problems = checked.types ? checked.problems.filter((problem) => !isIgnored(problem)) : ["no types"];
      expect(problems).toEqual([]);
      expect(manifestOf(packageAt(folder))).toMatchObject({ sideEffects: false });
      const code = [...files.keys()].filter((path) => path.endsWith(".js"));
      for (const path of code) {
        expect(files.get(path)?.toString()).toContain(`//# sourceMappingURL=${path.replace("dist/", "")}.map`);
        const map = JSON.parse(files.get(`${path}.map`)?.toString() ?? "") as { sourcesContent: string[] };
        expect(map.sourcesContent.length).toBeGreaterThan(0);
      }
    },
  );

  it("have the API that is recorded in api/ (after a change: pnpm api:update)", () => {
    const reports = apiReports(packed);
    expect(readdirSync(join(root, "api")).sort()).toEqual([...reports.keys()].sort());
    const outdated = [...reports].filter(([name, report]) => readFileSync(join(root, "api", name), "utf8") !== report);
    expect(outdated.map(([name]) => name)).toEqual([]);
  });

  it("name the licence of every package whose code is in the CLI", () => {
    const notices = packageAt("apps/cli").files.get("THIRD-PARTY-NOTICES.txt")?.toString() ?? "";
    for (const name of ["zod", "fastify", "react", "tree-sitter-wasm"])
      expect(notices).toMatch(new RegExp(`^${name} \\d\\S* \\(MIT\\)$`, "m"));
  });

  describe("on a fresh machine", () => {
    let machine: FreshMachine;
    beforeAll(() => {
      machine = freshMachine(registry.url);
    });
    afterAll(() => machine[Symbol.dispose]());

    it("the command of the README installs roo, and the demo succeeds", async () => {
      const command = readmeCommands(join(root, "README.md")).find((each) => each.startsWith("npm install"));
      expect(command).toBe("npm install --global @roo-code/cli");
      expect(await machine.type(command ?? "")).toMatchObject({ status: 0 });
      const version = await machine.type("roo --version");
      expect(version).toMatchObject({ status: 0, stderr: "" });
      expect(version.stdout).toContain(packageAt("apps/cli").version);
      const demo = await machine.type("roo demo");
      expect(demo).toMatchObject({ status: 0, stderr: expect.stringContaining("completed · verified") });
      const manual = readFileSync(machine.path("global/share/man/man1/roo.1"), "utf8");
      expect(manual).toContain(`"roo ${packageAt("apps/cli").version}"`);
    });

    it("npx roo demo works in a project, also without the optional dependencies", async () => {
      expect(await machine.type("npm i --omit=optional @roo-code/cli")).toMatchObject({ status: 0 });
      const demo = await machine.type("npx roo demo");
      expect(demo).toMatchObject({ status: 0, stderr: expect.stringContaining("completed · verified") });
    });

    it("the libraries install, and the examples of their READMEs compile", async () => {
      const folder = machine.path("project/libraries");
      mkdirSync(folder);
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      const packages = libraries.map(({ folder: each }) => packageAt(each).name);
      expect(await machine.type(`cd libraries && npm i ${packages.join(" ")}`)).toMatchObject({ status: 0 });
      for (const { folder: each, readme } of libraries)
        writeFileSync(join(folder, `${basename(each)}.ts`), exampleIn(readme));
      for (const [module, resolution] of [
        ["Node16", "Node16"],
        ["Preserve", "Bundler"],
      ]) {
        const options = `--noEmit --strict --target es2023 --module ${module} --moduleResolution ${resolution}`;
        const types = `--types node --typeRoots ${join(root, "node_modules/@types")}`;
        const compiler = join(root, "node_modules/.bin/tsgo");
        const compiled = await machine.type(`cd libraries && ${compiler} ${options} ${types} *.ts`);
        expect(compiled).toEqual({ status: 0, stdout: "", stderr: "" });
      }
      const load = `for (const name of ${JSON.stringify(packages)}) console.log(Object.keys(await import(name)).length > 3)`;
      const loaded = await machine.type(`cd libraries && node --input-type=module --eval '${load}'`);
      expect(loaded).toEqual({ status: 0, stdout: "true\n".repeat(packages.length), stderr: "" });
    });
  });
});

function manifestOf({ files }: PackedPackage): Manifest {
  return JSON.parse(files.get("package.json")?.toString() ?? "") as Manifest;
}

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}

function exampleIn(readme: string): string {
  return /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, readme), "utf8"))?.[1] ?? "";
}
