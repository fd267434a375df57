import { spawn } from "node:child_process";
import type { ControlAnswer } from "@roo-code/server/sign-in";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, toggle } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo open [flags]",
  about: "Signs a browser in to the server that runs: prints an address that is good once, and opens it.",
  flags: {
    qr: toggle("as a QR code, for a phone; nothing is opened here"),
    print: toggle("only print the address"),
    "sign-out-all": toggle("first sign out every browser, and end the token that programs use"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
};

export async function open(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags } = parsed;
  const answer = flags["sign-out-all"] ? await signOutAll() : await ask("open");
  if (!answer) return print("Everybody is signed out. No server runs; the next one has a new token.");
  if (flags.output === "json") return print(JSON.stringify(answer));
  if (flags["sign-out-all"]) process.stderr.write(`roo: ${signedOut(answer)}\n`);
  if (flags.qr) return showCode(answer);
  if (!flags.print) openBrowser(answer.url);
  return print(`${answer.url}\n${goodFor(answer)}`);
}

async function ask(what: "open" | "signOutAll"): Promise<ControlAnswer> {
  const { askServer } = await import("@roo-code/server/sign-in");
  return askServer(processContext().home, what);
}

/** undefined where no server runs: the keys are replaced all the same. */
async function signOutAll(): Promise<ControlAnswer | undefined> {
  return ask("signOutAll").catch(async (error: unknown) => {
    if (!(error instanceof RooError) || error.code !== "server_not_running") throw error;
    const { replaceKeys } = await import("@roo-code/server/sign-in");
    replaceKeys(processContext().home);
    return undefined;
  });
}

function signedOut({ hasOwnToken }: ControlAnswer): string {
  const token = hasOwnToken ? "; the token that the server was started with is still good" : "";
  return `every browser is signed out${token}`;
}

async function showCode(answer: ControlAnswer): Promise<number> {
  if (answer.phoneUrl === null)
    throw new RooError({
      code: "not_reachable",
      message: "The server listens to this machine alone, so that a phone cannot reach it.",
      next: "Start it with: roo serve --host 0.0.0.0, in a network that you trust.",
    });
  const { renderUnicodeCompact } = await import("uqr");
  const picture = renderUnicodeCompact(answer.phoneUrl);
  // White on black whatever the colours of the terminal are: cameras want the light squares light.
  const shown = process.stdout.isTTY ? picture.replaceAll(/^.+$/gm, "\u001b[97;40m$&\u001b[0m") : picture;
  return print(`${shown}\n\n${answer.phoneUrl}\n${goodFor(answer)}`);
}

function goodFor({ minutes }: ControlAnswer): string {
  return `It signs one browser in, once, within ${minutes} minutes.`;
}

/** Where there is no screen, the printed address has to do. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  const hasScreen = platform !== "linux" || env.DISPLAY || env.WAYLAND_DISPLAY;
  if (!hasScreen || env.CI) return;
  const [program, ...words] = openers[platform] ?? ["xdg-open"];
  const child = spawn(program ?? "xdg-open", [...words, url], { stdio: "ignore", detached: true });
  child.on("error", () => process.stderr.write("roo: no browser could be opened; open the address yourself\n"));
  child.unref();
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};
