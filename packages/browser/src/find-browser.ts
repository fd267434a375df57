import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

export interface BrowserSearch {
  /** From the settings; then nothing else is tried. */
  readonly configured?: string;
  readonly platform?: NodeJS.Platform;
}

/** The Chromium to use: the configured one, or the first found. Looks at file names only. */
export function findBrowser(environment: NodeJS.ProcessEnv, search: BrowserSearch = {}): string | undefined {
  const { platform = process.platform } = search;
  const named = namedBrowser(environment, search);
  if (named !== undefined) return isProgram(named) ? named : onPath([named], environment, platform);
  return (
    onPath(programNames, environment, platform) ??
    defaultPaths(environment, platform).find(isProgram) ??
    playwrightBrowser(environment, platform)
  );
}

/** The browser the user named, whether it exists or not. */
export function namedBrowser(environment: NodeJS.ProcessEnv, { configured }: BrowserSearch = {}): string | undefined {
  return [configured, environment.ROO_BROWSER, environment.CHROME_PATH].find((path) => path?.trim());
}

const programNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];

function onPath(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string | undefined {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter(isAbsolute);
  const endings = platform === "win32" ? [".exe", ""] : [""];
  const isPlain = (name: string): boolean => !/[/\\]/.test(name);
  return names
    .filter(isPlain)
    .flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))))
    .find(isProgram);
}

function defaultPaths(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === "darwin") {
    const bundles = ["Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser", "Google Chrome Canary"];
    const folders = ["/Applications", join(homeOf(environment), "Applications")];
    return folders.flatMap((folder) => bundles.map((name) => join(folder, `${name}.app`, "Contents/MacOS", name)));
  }
  if (platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => environment[name] ?? []);
    const programs = ["Chromium/Application/chrome.exe", "Google/Chrome/Application/chrome.exe"];
    return roots.flatMap((root) =>
      [...programs, "Microsoft/Edge/Application/msedge.exe"].map((path) => join(root, path)),
    );
  }
  return [
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/snap/bin/chromium",
  ];
}

/** What `playwright install chromium` installed, newest first. */
function playwrightBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const root = environment.PLAYWRIGHT_BROWSERS_PATH ?? join(cacheFolder(environment, platform), "ms-playwright");
  const programs = [
    "chrome-linux/chrome",
    "chrome-linux64/chrome",
    "chrome-win/chrome.exe",
    "chrome-win64/chrome.exe",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-linux/headless_shell",
    "chrome-headless-shell-linux64/chrome-headless-shell",
  ];
  return entriesOf(root)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((left, right) => Number(right.split("-")[1]) - Number(left.split("-")[1]))
    .flatMap((name) => programs.map((program) => join(root, name, program)))
    .find(isProgram);
}

function cacheFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "win32") return environment.LOCALAPPDATA ?? join(homeOf(environment), "AppData/Local");
  if (platform === "darwin") return join(homeOf(environment), "Library/Caches");
  return environment.XDG_CACHE_HOME ?? join(homeOf(environment), ".cache");
}

function homeOf(environment: NodeJS.ProcessEnv): string {
  return environment.HOME ?? environment.USERPROFILE ?? homedir();
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    // Most do not exist, and throwing for each is slow.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
