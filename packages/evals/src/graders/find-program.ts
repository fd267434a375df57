import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { RooError } from "@roo-code/types";

const timeoutMs = 60_000;

/** The path of a program on the PATH. Throws `RooError` `toolchain_missing`. */
export function findProgram(name: string, hint: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (found !== undefined) return found;
  throw toolchainMissing(`Cannot grade: ${name} is not installed.`, hint);
}

export function toolchainMissing(message: string, next: string): RooError {
  return new RooError({ code: "toolchain_missing", message, next });
}

/** The standard output of a program. Throws `RooError` `toolchain_missing` if it fails. */
export async function readOutput(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: timeoutMs }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else
        reject(
          toolchainMissing(
            `${program} ${args.join(" ")} failed: ${errorLine(stderr || error.message)}`,
            "Check that it runs.",
          ),
        );
    });
  });
}

/** The line with the error, without the backtrace around it. */
function errorLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((each) => /error/i.test(each)) ?? lines[0] ?? "";
  return line.trim().slice(0, 300);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
