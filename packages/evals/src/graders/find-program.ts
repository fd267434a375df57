import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { RooError } from "@roo-code/types";

const askTimeoutMs = 60_000;

/** A program by its name. Throws `RooError` `toolchain_missing`. */
export function findProgram(name: string, hint: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (found !== undefined) return found;
  throw missing(`${name} is not installed, so nothing written for it can be graded.`, hint);
}

export function missing(message: string, next: string): RooError {
  return new RooError({ code: "toolchain_missing", message, next });
}

/** What a program of the machine prints. Throws `RooError` `toolchain_missing` where it fails. */
export async function ask(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { timeout: askTimeoutMs }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else
        reject(
          missing(`${program} ${words.join(" ")} failed: ${reasonOf(stderr || error.message)}`, "See that it runs."),
        );
    });
  });
}

/** The line that says what is wrong, without the backtrace around it. */
function reasonOf(text: string): string {
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
