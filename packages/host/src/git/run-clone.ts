import { spawn } from "node:child_process";
import { RooError } from "@roo-code/types";
import { gitEnvironment, type Setting } from "./git-program.ts";

const timeoutMs = 30 * 60_000;
const maxError = 4_000;

/** Throws `RooError` `clone_failed` with the output of git. */
export function runClone(run: {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: readonly Setting[];
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { SSH_AUTH_SOCK } = run.environment;
  return new Promise((resolve, reject) => {
    const child = spawn(run.program, ["--no-pager", ...run.args], {
      cwd: "/",
      env: {
        ...gitEnvironment(run.environment, run.settings),
        ...(SSH_AUTH_SOCK !== undefined && { SSH_AUTH_SOCK }),
        GIT_ASKPASS: "true",
        SSH_ASKPASS_REQUIRE: "never",
        ...run.variables,
      },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal: run.signal,
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < maxError) output += text;
    });
    child.on("error", (error) => reject(cloneFailed(error.message)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(cloneFailed(output))));
  });
}

function cloneFailed(output: string): RooError {
  const reason = output.trim().slice(0, 1000) || "it was stopped";
  return new RooError({
    code: "clone_failed",
    message: `git could not clone the repository: ${reason}`,
    next: "Check the address, and that git can reach it without asking for a password.",
  });
}
