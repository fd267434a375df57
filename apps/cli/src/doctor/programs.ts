/** A program that is looked for, what is missed without it, and where it comes from. */
export interface Program {
  readonly name: string;
  /** The first of these that is there. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly without: string;
  readonly debian: string;
  readonly homebrew: string;
  /** It is there and does not run: what it says then, what that means, and the command that helps. */
  readonly unready?: { readonly says: RegExp; readonly detail: string; readonly fix: string };
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
    without: "The agent cannot look at or make commits.",
    debian: "git",
    homebrew: "git",
  },
  {
    name: "sandbox",
    commands: ["bwrap"],
    args: ["--version"],
    without: "Commands cannot be confined by the kernel.",
    debian: "bubblewrap",
    homebrew: "",
  },
  {
    name: "browser",
    commands: ["chromium", "google-chrome", "chromium-browser"],
    args: ["--version"],
    without: "Pages cannot be looked at.",
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
    unready: {
      says: /no default is configured|rustup default/,
      detail: "no toolchain chosen",
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

/** How to get it here, as one command; undefined where we do not know. */
export function installCommand(
  { debian, homebrew }: Program,
  has: { apt: boolean; brew: boolean },
): string | undefined {
  if (has.brew && homebrew) return `brew install ${homebrew}`;
  return has.apt ? `sudo apt-get install ${debian}` : undefined;
}
