/** An optional program, what is disabled without it, and its packages. */
export interface Program {
  readonly name: string;
  /** The first one that is installed is used. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly without: string;
  readonly debian: string;
  readonly homebrew: string;
  /** Installed but not usable: its error output, what that means, and the command that fixes it. */
  readonly unusable?: { readonly pattern: RegExp; readonly detail: string; readonly fix: string };
}

export const programs: readonly Program[] = [
  {
    name: "bash",
    commands: ["bash"],
    args: ["--version"],
    without: "Commands run in sh instead.",
    debian: "bash",
    homebrew: "bash",
  },
  {
    name: "git",
    commands: ["git"],
    args: ["--version"],
    without: "No undo, and the agent cannot use git.",
    debian: "git",
    homebrew: "git",
  },
  {
    name: "sandbox",
    commands: ["bwrap"],
    args: ["--version"],
    without: "Commands cannot be sandboxed.",
    debian: "bubblewrap",
    homebrew: "",
  },
  {
    name: "browser",
    commands: ["chromium", "google-chrome", "chromium-browser"],
    args: ["--version"],
    without: "The browser tool is not available.",
    debian: "chromium",
    homebrew: "--cask chromium",
  },
  {
    name: "Python",
    commands: ["python3"],
    args: ["--version"],
    without: "Python projects cannot be run.",
    debian: "python3",
    homebrew: "python",
  },
  {
    name: "Go",
    commands: ["go"],
    args: ["version"],
    without: "Go projects cannot be run.",
    debian: "golang",
    homebrew: "go",
  },
  {
    name: "Rust",
    commands: ["cargo"],
    args: ["--version"],
    without: "Rust projects cannot be run.",
    debian: "cargo",
    homebrew: "rust",
    unusable: {
      pattern: /no default is configured|rustup default/,
      detail: "rustup has no default toolchain",
      fix: "rustup default stable",
    },
  },
  {
    name: "Java",
    commands: ["javac"],
    args: ["--version"],
    without: "Java projects cannot be run.",
    debian: "default-jdk-headless",
    homebrew: "openjdk",
  },
];

/** The install command for this machine; undefined if not known. */
export function installCommand(
  { debian, homebrew }: Program,
  has: { apt: boolean; brew: boolean },
): string | undefined {
  if (has.brew && homebrew) return `brew install ${homebrew}`;
  return has.apt ? `sudo apt-get install ${debian}` : undefined;
}

/** One check of `roo doctor`. `missing` disables a feature; `broken` keeps roo from working at all. */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "missing" | "broken";
  readonly detail: string;
  readonly consequence?: string;
}
