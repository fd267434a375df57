import { spawn } from "node:child_process";
import { gitEnvironment, gitFailed, type Setting } from "./git-program.ts";
import type { GitParts } from "./open-git.ts";

/** Git that changes something. `input` is what it reads. Throws `RooError` `git_failed` with its output. */
export type GitChange = (args: readonly string[], input?: string) => Promise<void>;

const timeoutMs = 120_000;
const maxError = 10_000;

/** In a trusted folder the user's hooks and filters run as usual; elsewhere none do. */
const inTrustedFolders: readonly Setting[] = [
  ["core.pager", "cat"],
  ["color.ui", "false"],
];
const notSigned: Setting = ["commit.gpgSign", "false"];

export function changeGit(
  parts: GitParts & { readonly isTrusted: boolean },
  harmless: { readonly program: string; readonly settings: readonly Setting[] },
): GitChange {
  const settings = parts.isTrusted ? inTrustedFolders : [...harmless.settings, notSigned];
  return (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn(harmless.program, ["--no-pager", ...args], {
        cwd: parts.folder,
        env: { ...gitEnvironment(parts.environment, settings), GIT_EDITOR: "true" },
        stdio: ["pipe", "pipe", "pipe"],
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        signal: parts.signal,
      });
      let output = "";
      const listen = (text: string) => {
        if (output.length < maxError) output += text;
      };
      // Hooks report on either stream.
      child.stdout.setEncoding("utf8").on("data", listen);
      child.stderr.setEncoding("utf8").on("data", listen);
      child.stdin.on("error", () => undefined).end(input ?? "");
      child.on("error", (error) => reject(gitFailed(args[0] ?? "", error.message)));
      child.on("close", (code) => (code === 0 ? resolve() : reject(gitFailed(args[0] ?? "", output))));
    });
}
