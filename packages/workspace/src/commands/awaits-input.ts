import { readFileSync, readlinkSync } from "node:fs";
import { arch } from "node:process";
import { hasProc, readProcessTable } from "./process-table.ts";

const readCall = new Map([
  ["x64", "0"],
  ["arm64", "63"],
]).get(arch);

/** Whether a process of the session is blocked reading the same input as the session's leader. Linux only; elsewhere false. */
export function isReadingInput(leader: number): boolean {
  if (!hasProc || readCall === undefined) return false;
  const input = linkOf(leader, "0");
  if (input === undefined) return false;
  return readProcessTable().some(({ pid, session }) => session === leader && isBlockedOn(pid, input));
}

function isBlockedOn(pid: number, input: string): boolean {
  const [call, descriptor = ""] = systemCall(pid).split(" ");
  if (call !== readCall) return false;
  const link = linkOf(pid, String(Number.parseInt(descriptor, 16)));
  return link === input || link === "/dev/tty";
}

function systemCall(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/syscall`, "latin1");
  } catch {
    return "";
  }
}

function linkOf(pid: number, descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/** What editors and other full-screen programs print without a terminal; some then wait for keys all the same. */
export function missesTerminal(output: string): boolean {
  return /\b(?:input|output|stdin|stdout) is not (?:from |to |connected to )?a (?:terminal|tty)\b/i.test(output);
}

/** An unfinished line, as programs print it when they wait for an answer. */
export function looksLikePrompt(line: string): boolean {
  return /[?:>$#%\])]\s*$/.test(line) && line.length < 500;
}

/** An unfinished line that ends with a question, lists possible answers, or asks for a password. */
export function looksLikeAnswerPrompt(line: string): boolean {
  if (line.length > 500) return false;
  return /(?:[[(]\s*y(?:es)?(?:\s*[/|]\s*n(?:o)?\b[^\])]*)?[\])]|\byes\/no\b.*)[?:›>\s]*$|\?[ :›>]+$|\b(?:password|passphrase|passcode|username)\b.*:\s*$/i.test(
    line,
  );
}
