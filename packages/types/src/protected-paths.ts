/**
 * Files that silently change what is run later: hooks, editor and agent configuration, CI, package managers,
 * version managers, shell start-up. The only such list: the file tools' approval gate, the redirection check and the sandbox
 * use it. For lower-case paths.
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
 * Takes a workspace-relative path. Ignores case and invisible characters: some file systems do not distinguish
 * `.GIT` from `.git`, and some drop zero-width characters, or dots and spaces at the end of a name.
 */
export function isProtectedPath(path: string): boolean {
  const folded = path.toLowerCase();
  if (anyPattern.test(folded)) return true;
  const visible = visibleName(folded);
  return visible !== folded && anyPattern.test(visible);
}

/** One pattern for all: a scan of a workspace tests each file. */
const anyPattern = new RegExp(protectedPatterns.map(({ source }) => source).join("|"));

/** Control characters, and Unicode characters of zero width or that change text direction. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{34F}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u;
const allHidden = new RegExp(`${hidden.source}|\\p{Variation_Selector}`, "gu");

/** Whether a name has invisible characters, so that it is not what it looks like. */
export function hasHiddenCharacters(path: string): boolean {
  return hidden.test(path);
}

function visibleName(path: string): string {
  return path
    .replaceAll(allHidden, "")
    .replaceAll(/[. ]+(?=\/|$)/g, "")
    .normalize("NFKC");
}
