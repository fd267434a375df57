/** What a project starts with, by workspace-relative path. All of it is inactive or harmless until somebody edits it. */
export const projectFiles: ReadonlyMap<string, string> = new Map([
  [
    ".roo/settings.json",
    `{
  // Settings of this project, for everybody who works in it. Uncomment what you need.
  // Your own are in ~/.roo/settings.json; \`roo config show --origin\` says which value comes from where.

  // Mode of new tasks.
  // "mode": "code",

  // Stop a run when it has cost this many US dollars, or after so many replies.
  // "maxCost": 2,
  // "maxTurns": 50,

  // Language the agent answers in.
  // "language": "English",

  "$schema": "./schemas/settings.schema.json"
}
`,
  ],
  [
    ".roo/rules/project.md",
    `<!--
What every agent that works here should know: how to build and test, what to keep away from, how code reads here.
Write it below this comment, in a few lines. Until then this file is not read to the model.
More files beside this one are read too, in the order of their names; those in .roo/rules-<mode>/ only in that mode.
-->
`,
  ],
  [
    ".roo/modes/example.yaml",
    `# yaml-language-server: $schema=../schemas/modes.schema.json
# A mode of your own. Its slug is the name of this file: \`roo run --mode example "…"\`. Uncomment all below.

# name: Writer
# description: Writes the documentation
# whenToUse: For guides, references and comments, when no code has to change.
# roleDefinition: You are a technical writer who explains this project to people who are new to it.
# groups:
#   - read
#   - - edit
#     - fileRegex: \\.md$
#       description: Markdown files
`,
  ],
  [
    ".roo/commands/review.md",
    `---
description: Look for mistakes in what has changed
argument-hint: what to look at in particular
---

Review the changes that are not committed yet (\`git diff HEAD\`). Read what surrounds them before you judge.
Name each mistake with its file and line, what goes wrong, and how to see it go wrong. Change nothing.
`,
  ],
  [
    ".rooignore",
    `# Files the agent may neither read nor change, as in .gitignore. Remove the # from what you want to keep from it.
# .env
# .env.*
# secrets/
# *.pem
`,
  ],
]);
