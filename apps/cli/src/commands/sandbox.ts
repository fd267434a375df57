import { realpathSync } from "node:fs";
import { checkSandbox, runSandboxed, type SandboxReport } from "@roo-code/host/sandbox";
import type { NetworkCapability, WriteCapability } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import colors from "picocolors";
import { parseCommandLine } from "../command-line.ts";
import { choice, text, texts } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print, withSubcommands } from "../subcommands.ts";

export const sandbox = withSubcommands({
  name: "sandbox",
  help: `roo sandbox check|run

  check [--output json]   test what the sandbox enforces on this machine
  run [--write all|none|PATTERN] [--network none|all|HOST] [--cwd DIR] -- COMMAND
                          run a command in the sandbox, as the agent does`,
  commands: { check, run },
});

async function check(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo sandbox check",
      about: "Test what the sandbox enforces on this machine.",
      flags: { output: choice(["text", "json"], "text or json (default: text)") },
    },
    args,
  );
  if (!parsed) return 0;
  const report = await checkSandbox(processContext().home);
  print(parsed.flags.output === "json" ? JSON.stringify(report, null, 2) : reportText(report));
  return report.trials.every(({ isEnforced }) => isEnforced) ? 0 : 1;
}

// By default picocolors treats CI as a terminal.
const paint = process.stdout.isTTY ? colors : colors.createColors(false);
const names = { bubblewrap: "bubblewrap", seatbelt: "Seatbelt", container: "containers", none: "none" } as const;

function reportText({ enforcement, trials }: SandboxReport): string {
  const width = Math.max(...trials.map(({ what }) => what.length));
  const rows = trials.map(({ what, isEnforced, how }) => {
    const mark = isEnforced ? paint.green("✓") : paint.red("✗");
    return `${mark} ${what.padEnd(width)}  ${how}`;
  });
  const missing = enforcement.missing.map((line) => `→ ${line}`);
  return [`Sandbox: ${names[enforcement.kind]}`, "", ...rows, ...(missing.length > 0 ? ["", ...missing] : [])].join(
    "\n",
  );
}

const runLine = {
  usage: "roo sandbox run [--write all|none|PATTERN] [--network none|all|HOST] -- COMMAND",
  about: "Run a command in the sandbox, as the agent does.",
  flags: {
    write: texts("all|none|PATTERN", "writable files; patterns are regular expressions (default: all)"),
    network: texts("none|all|HOST", "reachable hosts, such as *.npmjs.org (default: none)"),
    cwd: text("DIR", "the folder to work in (default: here)"),
  },
  positionals: { min: 1, max: 10_000 },
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(runLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const [program = "", ...rest] = positionals;
  const { home, environment } = processContext();
  const { exitCode, notes } = await runSandboxed({
    root: folderOf(flags.cwd ?? process.cwd()),
    home,
    environment,
    profile: { write: writeOf(flags.write), network: networkOf(flags.network) },
    // A single argument is a shell command, as the agent's commands are.
    program: positionals.length === 1 ? "/bin/sh" : program,
    arguments: positionals.length === 1 ? ["-c", program] : rest,
  });
  for (const note of notes) process.stderr.write(`${note}\n`);
  return exitCode;
}

function writeOf(values: readonly string[]): WriteCapability {
  const last = values.at(-1) ?? "all";
  if (last === "all" || last === "none") return last;
  return { patterns: [values] };
}

function networkOf(values: readonly string[]): NetworkCapability {
  const last = values.at(-1) ?? "none";
  if (last === "all" || last === "none") return last;
  return { hosts: values };
}

function folderOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new RooError({
      code: "workspace_not_found",
      message: `The folder ${path} does not exist.`,
      next: "Choose another one with --cwd.",
    });
  }
}
