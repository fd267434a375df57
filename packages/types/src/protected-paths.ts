/**
 * Files that change what runs later without anybody looking: hooks, editor and agent configuration, CI, package managers,
 * version managers, shell start-up. The one list: the gate of the file tools, the judge of redirections and the sandbox go
 * by it. For paths in small letters.
 */
export const protectedPatterns: readonly RegExp[] = [
  // Agents.
  /(^|\/)\.roo(\/|$)/,
  /(^|\/)\.(roorules|roomodes|rooignore|rooprotected|clinerules|cursorrules|windsurfrules)[^/]*(\/|$)/,
  /(^|\/)(agents?|claude|gemini)(\.local)?\.md$/,
  /(^|\/)\.(cursor|claude|codex|gemini|windsurf|kilocode|opencode|continue)(\/|$)/,
  /(^|\/)\.github\/(copilot-instructions\.md|instructions(\/|$))/,
  /(^|\/)\.?mcp(_settings|-settings)?\.json$/,
  // Editors and debuggers.
  /(^|\/)\.(vscode|idea|zed|fleet|nova|devcontainer|emacs\.d|vim|nvim)(\/|$)/,
  /(^|\/)\.devcontainer\.json$/,
  /\.(code-workspace|sublime-project)$/,
  /(^|\/)(\.nvim\.lua|\.?nvimrc|\.n?exrc|\.g?vimrc|_vimrc|\.lvimrc|\.emacs|\.dir-locals(-2)?\.el|\.gdbinit|\.lldbinit)$/,
  // Git.
  /(^|\/)\.git(\/|$)/,
  /(^|\/)\.(gitmodules|gitattributes|gitconfig)$/,
  /(^|\/)\.husky(\/|$)/,
  /(^|\/)\.pre-commit-(config|hooks)\.ya?ml$/,
  /(^|\/)\.?lefthook(-local)?\.(ya?ml|json|toml)$/,
  /(^|\/)\.?overcommit\.yml$/,
  // Continuous integration.
  /(^|\/)\.(github|gitea|forgejo)\/(workflows|actions)(\/|$)/,
  /(^|\/)\.github\/dependabot\.ya?ml$/,
  /(^|\/)(\.renovaterc(\.json5?)?|renovate\.json5?)$/,
  /(^|\/)\.(circleci|buildkite|semaphore|teamcity|woodpecker|azure-pipelines|gitlab)(\/|$)/,
  /(^|\/)\.?(gitlab-ci|travis|appveyor|drone|woodpecker|cirrus|bitbucket-pipelines|codemagic|wercker|cloudbuild|buildspec)\.ya?ml$/,
  /(^|\/)azure-pipelines[^/]*\.ya?ml$/,
  /(^|\/)jenkinsfile(\.[^/]*)?$/,
  // Package managers and builds, where they name programs or registries.
  /(^|\/)\.(npmrc|yarnrc|yarnrc\.yml|bazelrc|pypirc|gemrc|condarc)$/,
  /(^|\/)\.pnpmfile\.(c|m)?js$/,
  /(^|\/)(pip\.conf|pip\.ini)$/,
  /(^|\/)\.cargo\/(config(\.toml)?|credentials(\.toml)?)$/,
  /(^|\/)\.mvn\/(jvm\.config|maven\.config|extensions\.xml)$/,
  // Version managers and environments.
  /(^|\/)(\.tool-versions|\.asdfrc|\.envrc|\.direnvrc)$/,
  /(^|\/)\.direnv(\/|$)/,
  /(^|\/)\.?mise(\.[^/]*)?\.toml$/,
  /(^|\/)\.mise(\/|$)/,
  /(^|\/)(\.config\/)?mise\/(config|conf\.d)[^/]*(\/|$)/,
  /(^|\/)\.?rtx(\.[^/]*)?\.toml$/,
  // Shell start-up.
  /(^|\/)\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|inputrc|tmux\.conf|screenrc)$/,
];

/**
 * Takes a workspace-relative path. Neither case nor characters that nobody sees matter: some file systems do not tell
 * `.GIT` from `.git`, and some leave out characters of no width, or dots and spaces at the end of a name.
 */
export function isProtectedPath(path: string): boolean {
  const folded = path.toLowerCase();
  if (anyPattern.test(folded)) return true;
  const seen = seenName(folded);
  return seen !== folded && anyPattern.test(seen);
}

/** A look through a workspace asks for each of its files. */
const anyPattern = new RegExp(protectedPatterns.map(({ source }) => source).join("|"));

/** Control characters, and those of Unicode that have no width or turn the direction of others. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{34F}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u;
const allHidden = new RegExp(`${hidden.source}|\\p{Variation_Selector}`, "gu");

/** Whether a name has characters that nobody sees: it is not what it looks like. */
export function hasHiddenCharacters(path: string): boolean {
  return hidden.test(path);
}

function seenName(path: string): string {
  return path
    .replaceAll(allHidden, "")
    .replaceAll(/[. ]+(?=\/|$)/g, "")
    .normalize("NFKC");
}
