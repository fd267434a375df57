import { findTask } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { openHost } from "../open-host.ts";
import { readImage } from "../read-image.ts";
import { runFlags, runOptionsOf } from "../run-flags.ts";
import { runOutputFor } from "../run-output-for.ts";
import { runSession } from "../run-session.ts";

const commandLine = {
  usage: 'roo run "<prompt>" [flags]',
  about: "Lets the agent do something, here and now. A prompt of - is read from standard input.",
  flags: runFlags,
  words: { least: 0, most: 1 },
};

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, words } = parsed;
  const text = await promptText(words[0]);
  if (text === undefined && flags.resume === undefined) {
    throw new RooError({
      code: "no_prompt",
      message: "There is nothing to do.",
      next: 'Say what: roo run "add a test for the parser"',
    });
  }
  const options = runOptionsOf(flags);
  const images = await Promise.all(flags.image.map(readImage));
  const host = openHost();
  const resumed = flags.resume === undefined ? undefined : await findTask(host.tasks, flags.resume);
  const { cwd = process.cwd(), mode = "code" } = flags;
  return runSession({
    open: (observe) =>
      resumed
        ? host.openTask(resumed.taskId, { ...options, observe })
        : host.createTask({ ...options, observe, cwd, mode }),
    ...(text !== undefined && { prompt: { text, images } }),
    output: runOutputFor(flags.output ?? "text", flags.quiet ?? false),
    attended: options.attended,
  });
}

async function promptText(word: string | undefined): Promise<string | undefined> {
  if (word !== "-") return word?.trim() ? word : undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8").trim();
  return text === "" ? undefined : text;
}
