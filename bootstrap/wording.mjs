// Enforces the "Wording" table of GLOSSARY.md: a code span in its first column is a regular expression that no file
// name and no line may match.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

const folders = ["apps", "packages", "bench", "bootstrap", "release", "bin", "deploy", "docs", "examples"];
const excludedFolders =
  /(^|\/)(node_modules|dist|fixtures)$|^packages\/(evals\/suites|index\/data|providers\/src\/models\/data)$/;
const checkedFiles = /\.(ts|tsx|mjs|js|json|md|html|css|sh|yaml)$/;

/** The rules of a glossary: `{ pattern, write }`. */
export function wordingRules(glossary) {
  const section = glossary.split(/^## /m).find((part) => part.startsWith("Wording"));
  if (!section) throw new Error("GLOSSARY.md has no section named Wording");
  return section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((row) => {
      const [insteadOf, write] = row.split(/(?<!\\)\|/).slice(1, 3);
      return [...insteadOf.matchAll(/`([^`]+)`/g)].map(([, source]) => ({
        pattern: new RegExp(source.replaceAll("\\|", "|"), "u"),
        write: write.trim().replaceAll("`", ""),
      }));
    });
}

/** Violations in a file's name and lines: `path:line: "found": write …`. */
export function wordingViolations(rules, path, text) {
  const anyRule = new RegExp(rules.map(({ pattern }) => `(?:${pattern.source})`).join("|"), "u");
  const violationsIn = (where, line) =>
    rules.flatMap(({ pattern, write }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${where}: "${found}": write ${write}`];
    });
  const inName = violationsIn(path, path);
  if (!anyRule.test(text)) return inName;
  return [...inName, ...text.split("\n").flatMap((line, index) => violationsIn(`${path}:${index + 1}`, line))];
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return excludedFolders.test(path) ? [] : filesIn(path);
    return entry.isFile() && checkedFiles.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] && import.meta.url === new URL(process.argv[1], "file:").href) {
  const rules = wordingRules(readFileSync(join(root, "GLOSSARY.md"), "utf8"));
  const pages = readdirSync(root).filter((name) => name.endsWith(".md") && name !== "GLOSSARY.md");
  const files = [...pages, ...folders.flatMap(filesIn)];
  const violations = files.flatMap((path) => wordingViolations(rules, path, readFileSync(join(root, path), "utf8")));
  for (const violation of violations) console.error(violation);
  console.log(`wording: ${rules.length} rules, ${files.length} files, ${violations.length} violations`);
  process.exitCode = violations.length === 0 && rules.length > 0 && files.length > 0 ? 0 : 1;
}
