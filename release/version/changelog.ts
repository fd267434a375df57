const unreleased = "## Unreleased";

/** The changelog with everything unreleased under a new version, and room for what comes next. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, "Unreleased") === "") throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return changelog.replace(`${unreleased}\n`, `${unreleased}\n\n## ${version} (${date})\n`);
}

/** What a version changed: the text between its heading and the next one. Empty if there is no such heading. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/[\s(]/, 1)[0] === version);
  return found?.split("\n").slice(1).join("\n").trim() ?? "";
}
