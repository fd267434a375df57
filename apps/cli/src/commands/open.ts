import { spawn } from "node:child_process";
import type { ControlAnswer } from "@roo-code/server/sign-in";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, toggle } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo open [flags]",
  about: "Open the web app of the running server in a browser, signed in by a URL that works once.",
  flags: {
    qr: toggle("print a QR code for a phone; do not open a browser"),
    print: toggle("only print the URL"),
    "sign-out-all": toggle("first sign out every browser, and revoke the API token"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
};

export async function open(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags } = parsed;
  const answer = flags["sign-out-all"] ? await signOutAll() : await ask("open");
  if (!answer) return print("All browsers are signed out. No server is running; the next one will have a new token.");
  if (flags.output === "json") return print(JSON.stringify(answer));
  if (flags["sign-out-all"]) process.stderr.write(`roo: ${signedOut(answer)}\n`);
  if (flags.qr) return showQrCode(answer);
  if (!flags.print) openBrowser(answer.url);
  return print(`${answer.url}\n${describeValidity(answer)}`);
}

async function ask(what: "open" | "signOutAll"): Promise<ControlAnswer> {
  const { askServer } = await import("@roo-code/server/sign-in");
  return askServer(processContext().home, what);
}

/** undefined if no server is running: the keys are replaced anyway. */
async function signOutAll(): Promise<ControlAnswer | undefined> {
  return ask("signOutAll").catch(async (error: unknown) => {
    if (!(error instanceof RooError) || error.code !== "server_not_running") throw error;
    const { replaceKeys } = await import("@roo-code/server/sign-in");
    replaceKeys(processContext().home);
    return undefined;
  });
}

function signedOut({ hasOwnToken }: ControlAnswer): string {
  const token = hasOwnToken ? "; the token that the server was started with is still valid" : "";
  return `every browser is signed out${token}`;
}

async function showQrCode(answer: ControlAnswer): Promise<number> {
  if (answer.phoneUrl === null)
    throw new RooError({
      code: "not_reachable",
      message: "A phone cannot reach the server: it listens on this machine only.",
      next: "In a network that you trust, start it with: roo serve --host 0.0.0.0",
    });
  const { renderUnicodeCompact } = await import("uqr");
  const picture = renderUnicodeCompact(answer.phoneUrl);
  // White on black in any terminal theme: cameras need the light squares light.
  const shown = process.stdout.isTTY ? picture.replaceAll(/^.+$/gm, "\u001b[97;40m$&\u001b[0m") : picture;
  return print(`${shown}\n\n${answer.phoneUrl}\n${describeValidity(answer)}`);
}

function describeValidity({ minutes }: ControlAnswer): string {
  return `The URL signs in one browser, once, within ${minutes} minutes.`;
}

/** Does nothing without a screen: the URL is printed anyway. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  const hasScreen = platform !== "linux" || env.DISPLAY || env.WAYLAND_DISPLAY;
  if (!hasScreen || env.CI) return;
  const [program, ...args] = openers[platform] ?? ["xdg-open"];
  const child = spawn(program ?? "xdg-open", [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => process.stderr.write("roo: cannot open a browser; open the URL yourself\n"));
  child.unref();
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};
