// What `roo --version` knows about its build: the commit, and the commit's date rather than today's, so that a rebuild is identical.
import { spawnSync } from "node:child_process";

interface BuildInformation {
  readonly commit: string;
  readonly date: string;
}

const unknown: BuildInformation = { commit: "unknown", date: "unknown" };

/** Of the checkout in `root`; unknown in a copy without git's history. `-dirty`: with changes that are not in the commit. */
export function buildInformation(root: string): BuildInformation {
  const described = git(root, ["log", "-1", "--abbrev=10", "--format=%h %cs"]);
  // A copy inside another repository is not a checkout of ours.
  if (described === undefined || git(root, ["rev-parse", "--show-prefix"]) !== "") return unknown;
  const [commit = "", date = ""] = described.split(" ");
  const changes = git(root, ["status", "--porcelain", "--untracked-files=no"]);
  return { commit: changes === "" ? commit : `${commit}-dirty`, date };
}

function git(root: string, args: readonly string[]): string | undefined {
  // The checkout may belong to another user, for example in a container.
  const { status, stdout } = spawnSync("git", ["-c", "safe.directory=*", ...args], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
