import { posix } from "node:path";
import type { PackedPackage } from "../pack/pack.ts";
import { apiReport, declarationsOf, type EntryPoints } from "./api-report.ts";

/** File name in `api/` → report, of every packed package that has an API. */
export function apiReports(packages: readonly PackedPackage[]): ReadonlyMap<string, string> {
  const known = new Set<string>();
  const reports = new Map<string, string>();
  for (const each of packages.filter(({ hasApi }) => hasApi)) {
    const entryPoints = entryPointsOf(each);
    reports.set(`${posix.basename(each.name)}.md`, apiReport(each.name, entryPoints, known));
    // Later packages include declarations of earlier ones.
    for (const text of entryPoints.values())
      for (const declaration of declarationsOf(text).declarations) known.add(declaration);
  }
  return reports;
}

function entryPointsOf({ name, files }: PackedPackage): EntryPoints {
  const manifest = JSON.parse(textOf("package.json")) as { exports: Record<string, string | { types?: string }> };
  const typed = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "object" && target.types !== undefined ? [[subpath, target.types] as const] : [],
  );
  return new Map(typed.map(([subpath, path]) => [subpath, textOf(posix.normalize(path))]));

  function textOf(path: string): string {
    const content = files.get(path);
    if (!content) throw new Error(`${name} has no ${path}`);
    return content.toString();
  }
}
