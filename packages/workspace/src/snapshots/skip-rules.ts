import type { SkipRule } from "@roo-code/types";
import { isTempName } from "../files/temp-name.ts";

/** Folders that a tool can recreate, whether ignored or not. */
const dependencyFolders: ReadonlySet<string> = new Set(
  `node_modules bower_components jspm_packages .pnpm-store .yarn-cache __pycache__ .venv .tox .nox .mypy_cache
  .pytest_cache .ruff_cache .gradle .terraform .dart_tool .parcel-cache .turbo .nx-cache .svelte-kit .angular`.split(
    /\s+/,
  ),
);

/** Skipped only if an ignore file lists them; otherwise they may contain sources. */
const buildFolders: ReadonlySet<string> = new Set(
  `dist build out target bin obj vendor venv env coverage .next .nuxt .output .cache .expo Debug Release DerivedData
  Pods _build deps elm-stuff cmake-build-debug cmake-build-release .stack-work dist-newstyle zig-out zig-cache`.split(
    /\s+/,
  ),
);

/** Rules that depend on the name alone. Git refuses `.git` in any letter case. */
export function ruleForName(name: string): SkipRule | undefined {
  if (name.toLowerCase() === ".git") return "git";
  if (isTempName(name)) return "own";
  if (name.includes("\uFFFD")) return "name";
  return undefined;
}

export async function ruleForFolder(name: string, isIgnored: () => Promise<boolean>): Promise<SkipRule | undefined> {
  if (dependencyFolders.has(name)) return "dependencies";
  return buildFolders.has(name) && (await isIgnored()) ? "build" : undefined;
}
