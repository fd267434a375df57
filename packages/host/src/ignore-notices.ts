import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ConfigurationNotice } from "@roo-code/types";

const mostNotices = 5;
const largest = 1024 * 1024;

/** Lines of `.rooignore` that do not apply as they stand. Never throws. */
export async function ignoreNotices(workspace: string): Promise<ConfigurationNotice[]> {
  const source = join(workspace, ".rooignore");
  const text = readIfSmall(source);
  // Hardly any file has one: the matcher is loaded for those that may.
  if (text.split("**/").length < 5) return [];
  const { widenedRules } = await import("@roo-code/workspace/folder");
  return widenedRules(text)
    .slice(0, mostNotices)
    .map(({ line, rule, applied }) => {
      const instead = applied === undefined ? "so it shows nothing again" : `so it hides more: ${applied}`;
      const message = `.rooignore, line ${line}: ${rule.slice(0, 200)} has more than three **/, ${instead}. Write it with three at most.`;
      return { code: "invalid_value", message, source };
    });
}

/** Only a file: a pipe would be waited for. */
function readIfSmall(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= largest ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
