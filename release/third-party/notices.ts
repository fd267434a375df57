import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledPackage } from "./installed-packages.ts";

/** The licences of packages whose code is distributed as part of ours. Most of them require that their text comes with it. */
export function noticesOf(packages: readonly InstalledPackage[]): string {
  const sections = packages.map(({ name, version, license, folder }) =>
    [`${name} ${version} (${license})`, "-".repeat(60), ...licenceTexts(folder), ""].join("\n"),
  );
  return `This program includes the following packages.\n\n${sections.join("\n")}`;
}

function licenceTexts(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name));
  return names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim());
}
