import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { RooError } from "@roo-code/types";
import { type Mount, systemMounts } from "@roo-code/workspace/sandbox";
import { findProgram } from "../../graders/find-program.ts";
import { isInside } from "./answer-paths.ts";
import { findVisiblePaths } from "./visible-paths.ts";

interface ConfineOptions {
  /** A shell command. */
  readonly line: string;
  /** The command before placeholders were expanded: the paths in it are made visible. */
  readonly template: string;
  /** The working folder, and the only part of the trial that is visible. */
  readonly folder: string;
  readonly promptFile: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Paths to hide, even inside visible folders. */
  readonly hidden: readonly string[];
}

interface ConfinedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * Wraps a shell command so that it sees only the system, its tools, its own settings and keys, the network, and its folder:
 * a program that is compared with ours must not find answers or other trials. Throws `RooError` `answers_not_hidden`
 * without bubblewrap.
 */
export async function confineAgent(confined: ConfineOptions): Promise<ConfinedCommand> {
  const bubblewrap = await findBubblewrap();
  if (bubblewrap === undefined) throw answersNotHidden();
  const args = [...namespaces, ...capabilities(), ...mountsFor(confined), "--chdir", confined.folder, "--"];
  return { program: bubblewrap, arguments: [...args, "/bin/sh", "-c", confined.line] };
}

export async function canConfineAgents(): Promise<boolean> {
  return (await findBubblewrap()) !== undefined;
}

export function answersNotHidden(): RooError {
  return new RooError({
    code: "answers_not_hidden",
    message: "Cannot hide the answers from a command agent: bubblewrap is not available.",
    next: "Install bubblewrap, or run with --executor container.",
  });
}

/** Starts from an empty root: what is not mounted does not exist. */
function mountsFor({ template, folder, promptFile, environment, hidden }: ConfineOptions): readonly string[] {
  const { home, tools, own } = findVisiblePaths(template, environment);
  const shown = [...tools, ...own];
  const isVisible = (path: string) => shown.some((visible) => isInside(visible, path));
  // Hiding a path inside a hidden folder would recreate its name there.
  const outermost = hidden.filter((path) => !hidden.some((other) => other !== path && isInside(other, path)));
  const answers = outermost.filter((path) => existsSync(path) && isVisible(path));
  return [
    ...systemMounts().flatMap(mountArgs),
    ...emptyFolders(home),
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

function emptyFolders(home: string): readonly string[] {
  return ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", home];
}

function mountArgs(mount: Mount): readonly string[] {
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

/** The capabilities root needs for files: with more it could mount, trace, or read the disk directly. */
const rootCapabilities = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETUID", "SETGID", "KILL", "NET_BIND_SERVICE"];

function capabilities(): readonly string[] {
  const kept = process.getuid?.() === 0 ? rootCapabilities.flatMap((name) => ["--cap-add", `CAP_${name}`]) : [];
  return ["--cap-drop", "ALL", ...kept];
}

let found: Promise<string | undefined> | undefined;

function findBubblewrap(): Promise<string | undefined> {
  found ??= (async () => {
    try {
      const program = findProgram("bwrap", "");
      const args = [
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
        execFile(program, args, (error) => resolve(error === null));
      });
      return works === true ? program : undefined;
    } catch {
      return undefined;
    }
  })();
  return found;
}
