import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire, type LoadHookContext, type ResolveHookContext } from "node:module";
import { fileURLToPath } from "node:url";
import * as z from "zod";

interface Resolved {
  readonly url: string;
  readonly format: string;
  readonly shortCircuit: true;
}

const ownPackage = "@roo-code/types";
const otherExtensions = [".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];
const moduleSyntax = /^\s*(?:import\s*[\w{*"']|export\s*(?:default|const|let|var|function|class|async|\{|\*))/m;

/** Name → URL of a module that a tool may import without installing it. */
let kitUrls: Readonly<Record<string, string>> = {};

/** Called by Node's thread for module hooks, or directly if there is none. */
export function initialize(data: { readonly kits: Readonly<Record<string, string>> }): void {
  kitUrls = data.kits;
}

/** Resolves names of kits, unless the tool has installed the package itself, and files without extension, as bundlers do. */
export function resolve<Next>(
  specifier: string,
  context: ResolveHookContext,
  nextResolve: (specifier: string, context: ResolveHookContext) => Next,
): Next | Resolved {
  const kit = Object.hasOwn(kitUrls, specifier) ? kitUrls[specifier] : undefined;
  if (kit !== undefined && !isInstalled(specifier, context)) return { url: kit, format: "module", shortCircuit: true };
  return nextResolve(withExtension(specifier, context), context);
}

/** A file with module syntax is loaded as a module, even if a `package.json` above it says `commonjs`. */
export function load<Next>(
  url: string,
  context: LoadHookContext,
  nextLoad: (url: string, context: LoadHookContext) => Next,
): Next {
  const format = context.format ?? "";
  if (!url.startsWith("file:") || !format.startsWith("commonjs") || url.includes("/node_modules/")) {
    return nextLoad(url, context);
  }
  const isModule = moduleSyntax.test(readFileSync(fileURLToPath(url), "utf8"));
  return nextLoad(url, isModule ? { ...context, format: format.replace("commonjs", "module") } : context);
}

function isInstalled(specifier: string, { parentURL, conditions }: ResolveHookContext): boolean {
  if (specifier === ownPackage) return false;
  if (conditions.includes("require")) return true;
  try {
    createRequire(parentURL ?? import.meta.url).resolve(specifier);
    return true;
  } catch {
    return false;
  }
}

function withExtension(specifier: string, { parentURL }: ResolveHookContext): string {
  if (!/^\.\.?\//.test(specifier) || !parentURL?.startsWith("file:")) return specifier;
  const isFile = (candidate: string): boolean => {
    const path = fileURLToPath(new URL(candidate, parentURL));
    return existsSync(path) && statSync(path).isFile();
  };
  if (isFile(specifier)) return specifier;
  const typed = specifier.replace(/\.([mc]?)js$/, ".$1ts");
  return [typed, ...otherExtensions.map((ending) => specifier + ending)].find(isFile) ?? specifier;
}

/** For type inference; returns the tool unchanged. */
function defineCustomTool<Tool>(tool: Tool): Tool {
  return tool;
}

const kits: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // The name that tools written for Roo Code import.
  "@roo-code/types": { parametersSchema: z, defineCustomTool },
  zod: { ...z },
  "zod/v4": { ...z },
};

const globalName = "rooToolKits";

/** Creates the modules that a tool may import without installing them; name → URL. */
export function provideKits(): Record<string, string> {
  Object.defineProperty(globalThis, globalName, { value: kits });
  return Object.fromEntries(Object.entries(kits).map(([name, kit]) => [name, urlOf(name, kit)]));
}

/** Variables are numbered, because an export may be named `enum` or `null`. */
function urlOf(name: string, kit: Readonly<Record<string, unknown>>): string {
  const lines = Object.keys(kit).map(
    (key, index) => `const e${index} = kit[${JSON.stringify(key)}]; export { e${index} as ${key} };`,
  );
  const source = `const kit = globalThis.${globalName}[${JSON.stringify(name)}];\n${lines.join("\n")}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
