/** For paths in small letters. Files that change what runs later without anybody looking: hooks, editor and agent configuration, CI, shell start-up. */
export const protectedPatterns: readonly RegExp[] = [
  /(^|\/)\.roo(\/|$)/,
  /(^|\/)\.(roorules|roomodes|rooignore|rooprotected|clinerules|cursorrules|windsurfrules)[^/]*(\/|$)/,
  /(^|\/)(agents?|claude|gemini)(\.local)?\.md$/,
  /(^|\/)\.(vscode|idea|cursor|claude|codex|husky|devcontainer)(\/|$)/,
  /\.code-workspace$/,
  /(^|\/)\.?mcp(_settings|-settings)?\.json$/,
  /(^|\/)\.git(\/|$)/,
  /(^|\/)\.(gitmodules|gitattributes|gitconfig|npmrc|yarnrc|yarnrc\.yml|envrc|pnpmfile\.cjs)$/,
  /(^|\/)\.(bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|zlogin)$/,
  /(^|\/)\.github\/(workflows|actions)(\/|$)/,
  /(^|\/)\.circleci(\/|$)/,
  /(^|\/)\.gitlab-ci\.yml$/,
  /(^|\/)\.pre-commit-config\.ya?ml$/,
  /(^|\/)\.?lefthook(-local)?\.(ya?ml|json|toml)$/,
];

/** Takes a workspace-relative path. Case does not matter: some file systems do not tell `.GIT` from `.git`. */
export function isProtectedPath(path: string): boolean {
  const folded = path.toLowerCase();
  return protectedPatterns.some((pattern) => pattern.test(folded));
}
