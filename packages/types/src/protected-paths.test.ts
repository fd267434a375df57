import { expect, it } from "vitest";
import { hasHiddenCharacters, isProtectedPath } from "./protected-paths.ts";

const protectedPaths =
  `.roo/hooks.json .roomodes AGENTS.md CLAUDE.local.md .claude/settings.json .cursor/rules .mcp.json
  .github/copilot-instructions.md .vscode/settings.json .idea/workspace.xml .zed/settings.json .fleet/run.json
  .devcontainer/devcontainer.json .devcontainer.json app.code-workspace app.sublime-project .nvim.lua .exrc .vimrc .nvimrc
  .emacs.d/init.el .dir-locals.el .gdbinit .lldbinit .git/hooks/pre-commit .gitmodules .gitattributes .husky/pre-push
  .pre-commit-config.yaml lefthook.yml .github/workflows/ci.yml .github/dependabot.yml .gitea/workflows/a.yml renovate.json
  .circleci/config.yml .buildkite/pipeline.yml .gitlab-ci.yml .travis.yml appveyor.yml .drone.yml bitbucket-pipelines.yml
  azure-pipelines.yml azure-pipelines-release.yml Jenkinsfile Jenkinsfile.release .npmrc .yarnrc.yml .pnpmfile.cjs .bazelrc
  pip.conf .cargo/config.toml .mvn/jvm.config .tool-versions .asdfrc .envrc .direnv/a mise.toml .mise.toml mise.local.toml
  .mise/config.toml .config/mise/config.toml .bashrc .zshenv .profile`.split(/\s+/);

it.each(protectedPaths)("protects %s in every case, at every depth", (path) => {
  for (const written of [path, path.toUpperCase(), `deep/er/${path}`])
    expect([written, isProtectedPath(written)]).toEqual([written, true]);
});

const otherPaths = `src/main.ts README.md docs/agents-overview.md package.json .gitignore .github/CODEOWNERS .nvmrc .env
  .editorconfig Makefile Cargo.toml src/mise/plan.ts vim/notes.md git/config jenkinsfiles.md .mvn/wrapper/maven-wrapper.jar
  .prettierrc .config/settings.json gitlab/readme.md`.split(/\s+/);

it.each(otherPaths)("does not protect %s", (path) => {
  expect(isProtectedPath(path)).toBe(false);
});

it.each([
  ".vs\u200Bcode/settings.json",
  ".g\u200Cit/config",
  ".envrc\n",
  "AGENTS.md.",
  ".npmrc ",
  "\u2060.roo/a",
  ".git\uFE0F/config",
])("sees through invisible characters: %j", (path) => {
  expect(isProtectedPath(path)).toBe(true);
});

it.each([
  ["y.txt\n.md", true],
  ["a\u202Etxt.md", true],
  ["a\u200B.md", true],
  ["a\tb.md", true],
  ["notes \u2764\uFE0F.md", false],
  ["größe – ü.md", false],
])("knows whether %j is what it looks like", (path, isHidden) => {
  expect(hasHiddenCharacters(path)).toBe(isHidden);
});
