import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { isInside } from "../files/real-path.ts";
import { configurationSchemas } from "./schemas.ts";

export interface InitializedProject {
  /** Workspace-relative, in the order they were written. */
  readonly written: readonly string[];
  /** Existing files, left unchanged. */
  readonly kept: readonly string[];
}

/** Creates a small commented `.roo/` in a folder. Never overwrites anything; may be called again. Throws `RooError`. */
export function initProject(workspace: string): InitializedProject {
  const root = realFolder(workspace);
  const written: string[] = [];
  const kept: string[] = [];
  const schemas = [...configurationSchemas()].map(([name, text]) => [`.roo/schemas/${name}`, text] as const);
  for (const [path, content] of [...projectFiles, ...schemas]) {
    (writeNew(root, path, content) ? written : kept).push(path);
  }
  return { written, kept };
}

function realFolder(workspace: string): string {
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return realpathSync.native(workspace);
  throw new RooError({
    code: "workspace_not_found",
    message: `The folder ${workspace} does not exist.`,
    next: "Create it first, or change to the folder of your project.",
  });
}

/** Whether it was written: false if anything, even a dangling symlink, has that name. */
function writeNew(root: string, path: string, content: string): boolean {
  const absolute = join(root, path);
  requireInside(root, path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
  } catch (error) {
    throw cannotWrite(path, error);
  }
  try {
    writeFileSync(absolute, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw cannotWrite(path, error);
  }
}

/** A `.roo` that is a symlink would redirect the writes. */
function requireInside(root: string, path: string): void {
  let folder = dirname(join(root, path));
  while (!statSync(folder, { throwIfNoEntry: false })) folder = dirname(folder);
  if (isInside(root, realpathSync.native(folder))) return;
  throw new RooError({
    code: "outside_workspace",
    message: `${path} was not written: a symbolic link on its path leads out of the project.`,
    next: "Remove the link, or write the file yourself.",
  });
}

function cannotWrite(path: string, cause: unknown): RooError {
  return new RooError({
    code: "project_not_writable",
    message: `${path} cannot be written (${systemErrorCode(cause) ?? "unknown error"}).`,
    next: "Check the folder's permissions and the free disk space, then run it again. Files written so far are kept.",
    cause,
  });
}

/** Initial project files by workspace-relative path. All are inactive or harmless until edited. */
const projectFiles: ReadonlyMap<string, string> = new Map([
  [
    ".roo/settings.json",
    `{
  // Settings of this project, for everyone who works in it. Uncomment what you need.
  // Your own are in ~/.roo/settings.json; \`roo config show --origin\` shows where each value comes from.

  // Mode of new tasks.
  // "mode": "code",

  // Stop a run when it has cost this many US dollars, or after this many replies.
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
What every agent that works here should know: how to build and test, what to avoid, the code style.
Write it below this comment, in a few lines. Until then this file is not sent to the model.
Other files in this folder are read too, in the order of their names; those in .roo/rules-<mode>/ only in that mode.
-->
`,
  ],
  [
    ".roo/modes/example.yaml",
    `# yaml-language-server: $schema=../schemas/modes.schema.json
# A custom mode. Its slug is the name of this file: \`roo run --mode example "…"\`. Uncomment everything below.

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
description: Look for bugs in uncommitted changes
argument-hint: what to focus on
---

Review the changes that are not committed yet (\`git diff HEAD\`). Read what surrounds them before you judge.
Name each mistake with its file and line, what goes wrong, and how to see it go wrong. Change nothing.
`,
  ],
  [
    ".rooignore",
    `# Files the agent may neither read nor change, in .gitignore syntax. Uncomment what you want to protect.
# .env
# .env.*
# secrets/
# *.pem
`,
  ],
]);
