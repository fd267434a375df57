/** Plain data that a solution may include. */
export const dataFile = /\.(txt|csv|tsv|md|json)$/;

/** Configures compilers, package managers and test runners of any language, by name, at any depth. */
const toolConfig = new RegExp(
  String.raw`(^|/)(` +
    [
      // Folders of dependencies, builds and tools.
      String.raw`(node_modules|vendor|target|__pycache__|__mocks__|META-INF|\.[^/]*)/.*`,
      String.raw`\.[^/]*`,
      String.raw`(package(-lock)?|tsconfig[^/]*|jsconfig|deno|bunfig|composer)\.(json|jsonc|toml)`,
      String.raw`[^/]*\.config\.[cm]?[jt]s`,
      String.raw`(conftest|sitecustomize|usercustomize|setup|noxfile)\.py`,
      String.raw`(pytest|tox|mypy)\.ini|setup\.cfg|pyproject\.toml|[^/]*\.(pth|pyc|pyd|so|dll|dylib)`,
      String.raw`go\.(mod|sum|work|work\.sum)|[^/]*_test\.go`,
      String.raw`build\.rs|Cargo\.(toml|lock)|rust-toolchain(\.toml)?`,
      String.raw`pom\.xml|[^/]*\.gradle(\.kts)?|gradle\.properties|gradlew[^/]*|module-info\.java|junit-platform\.properties`,
      String.raw`[^/]*\.(class|jar)|CMakeLists\.txt|[^/]*\.cmake|(GNU)?[Mm]akefile`,
    ].join("|") +
    String.raw`)$`,
);

export function isToolConfig(path: string): boolean {
  return toolConfig.test(path);
}

/** Without C-style comments. Good enough for counting, not for compiling. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/[^\n]*/g, "");
}

export function countMatches(source: string, pattern: RegExp): number {
  return [...source.matchAll(pattern)].length;
}
