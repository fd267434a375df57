import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { findTask } from "@roo-code/host";
import { type ImagePart, RooError } from "@roo-code/types";
import { commandParser } from "../command-parser.ts";
import { openHost } from "../open-host.ts";
import { addRunFlags, type RunFlags, runOptionsOf } from "../run-flags.ts";
import { runOutputFor } from "../run-output-for.ts";
import { runSession } from "../run-session.ts";

interface Flags extends RunFlags {
  cwd?: string;
  mode: string;
  resume?: string;
  image: string[];
}

export async function run(args: readonly string[]): Promise<number> {
  const parser = addRunFlags(commandParser("roo run"))
    .description("Let the agent do something, here and now.")
    .argument("[prompt]", "what to do; - reads it from standard input")
    .option("--cwd <dir>", "the folder to work in (default: here)")
    .option("--mode <slug>", "code, architect, ask or debug", "code")
    .option("--resume <task>", "go on with an earlier task, with or without a prompt")
    .option(
      "--image <file>",
      "show the model a picture; may be given several times",
      (file: string, files: string[]) => [...files, file],
      [],
    )
    .parse(args, { from: "user" });
  const flags = parser.opts<Flags>();
  const text = await promptText(parser.args[0]);
  if (text === undefined && flags.resume === undefined) {
    throw new RooError({
      code: "no_prompt",
      message: "There is nothing to do.",
      next: 'Say what: roo run "add a test for the parser"',
    });
  }
  const images = await Promise.all(flags.image.map(readImage));
  const host = openHost();
  const options = runOptionsOf(flags);
  const output = runOutputFor(flags.output, flags.quiet === true);
  const resumed = flags.resume === undefined ? undefined : await findTask(host.tasks, flags.resume);
  return runSession({
    open: (observe) =>
      resumed
        ? host.openTask(resumed.taskId, { ...options, observe })
        : host.createTask({ ...options, observe, cwd: flags.cwd ?? process.cwd(), mode: flags.mode }),
    ...(text !== undefined && { prompt: { text, images } }),
    output,
    attended: options.attended,
  });
}

async function promptText(argument: string | undefined): Promise<string | undefined> {
  if (argument !== "-") return argument?.trim() ? argument : undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8").trim();
  return text === "" ? undefined : text;
}

const mediaTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

async function readImage(file: string): Promise<ImagePart> {
  const mediaType = mediaTypes[extname(file).toLowerCase()];
  if (!mediaType)
    throw new RooError({
      code: "bad_image",
      message: `${file} is no picture a model can see.`,
      next: `Use ${Object.keys(mediaTypes).join(", ")}.`,
    });
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new RooError({ code: "bad_image", message: `The picture ${file} cannot be read (${cause.code}).`, cause });
  });
  return { type: "image", mediaType, data: bytes.toString("base64") };
}
