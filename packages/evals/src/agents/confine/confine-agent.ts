import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { RooError } from "@roo-code/types";
import { type Mount, systemMounts } from "@roo-code/workspace/sandbox";
import { findProgram } from "../../graders/find-program.ts";
import { isInside } from "./answer-places.ts";
import { shownPlaces } from "./shown-places.ts";

export interface ConfinedLine {
  /** For the shell. */
  readonly line: string;
  /** What the line is before anything was filled in: the paths in it are shown. */
  readonly template: string;
  /** Where it works, and all that it sees of the trial. */
  readonly folder: string;
  readonly promptFile: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What it must not find, in whatever it is shown. */
  readonly hidden: readonly string[];
}

export interface StartLine {
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * A line for the shell that sees the system, its tools, its own settings and keys, the network, and its folder: for a program that
 * is compared with ours, and must not find answers or other trials. Throws `RooError` `answers_not_hidden` where nothing can do that.
 */
export async function confineAgent(confined: ConfinedLine): Promise<StartLine> {
  const bubblewrap = await findBubblewrap();
  if (bubblewrap === undefined) throw notHidden();
  const words = [...namespaces, ...capabilities(), ...view(confined), "--chdir", confined.folder, "--"];
  return { program: bubblewrap, arguments: [...words, "/bin/sh", "-c", confined.line] };
}

export async function canConfineAgents(): Promise<boolean> {
  return (await findBubblewrap()) !== undefined;
}

export function notHidden(): RooError {
  return new RooError({
    code: "answers_not_hidden",
    message: "Nothing on this machine can hide the answers from another program, so what it passes would say nothing.",
    next: "Install bubblewrap, or run with --executor container.",
  });
}

/** A view is built from nothing: what is not put into it is not there. */
function view({ template, folder, promptFile, environment, hidden }: ConfinedLine): readonly string[] {
  const { home, tools, own } = shownPlaces(template, environment);
  const shown = [...tools, ...own];
  const isSeen = (path: string) => shown.some((place) => isInside(place, path));
  // One within another would leave its name behind.
  const outermost = hidden.filter((path) => !hidden.some((other) => other !== path && isInside(other, path)));
  const answers = outermost.filter((path) => existsSync(path) && isSeen(path));
  return [
    ...systemMounts().flatMap(mountWords),
    ...empty(home),
    ...tools.filter((path) => !hidden.includes(path)).flatMap((path) => ["--ro-bind-try", path, path]),
    ...own.filter((path) => !hidden.includes(path)).flatMap((path) => ["--bind-try", path, path]),
    ...answers.flatMap((path) => (statSync(path).isDirectory() ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path])),
    "--bind",
    folder,
    folder,
    "--ro-bind",
    promptFile,
    promptFile,
  ];
}

function empty(home: string): readonly string[] {
  return ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", home];
}

function mountWords(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case "read":
      return ["--ro-bind-try", mount.source, mount.target];
    case "write":
      return ["--bind-try", mount.source, mount.target];
    case "link":
      return ["--symlink", mount.source, mount.target];
    case "folder":
      return ["--dir", mount.target];
  }
}

const namespaces = ["--unshare-pid", "--unshare-ipc", "--die-with-parent"];

/** Of root, what working with files takes: with any more it could mount, trace, or read the disk by itself. */
const rootKeeps = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETUID", "SETGID", "KILL", "NET_BIND_SERVICE"];

function capabilities(): readonly string[] {
  const kept = process.getuid?.() === 0 ? rootKeeps.flatMap((name) => ["--cap-add", `CAP_${name}`]) : [];
  return ["--cap-drop", "ALL", ...kept];
}

let found: Promise<string | undefined> | undefined;

function findBubblewrap(): Promise<string | undefined> {
  found ??= (async () => {
    try {
      const program = findProgram("bwrap", "");
      const words = [
        ...namespaces,
        ...capabilities(),
        "--ro-bind",
        "/",
        "/",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "true",
      ];
      const works = await new Promise((resolve) => {
        execFile(program, words, (error) => resolve(error === null));
      });
      return works === true ? program : undefined;
    } catch {
      return undefined;
    }
  })();
  return found;
}
