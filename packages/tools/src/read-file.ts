import type { ToolContext, ToolOutput } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { askPrivate } from "./ask-private.ts";
import { looseBoolean, looseInput, looseNumber } from "./loose-input.ts";
import description from "./read-file.md";
import { adaptReadInput } from "./read-file-input.ts";
import { readOneFile } from "./read-one-file.ts";

const block = z
  .object({
    anchor_line: looseNumber.optional().describe("Default: offset"),
    max_levels: looseNumber.optional().describe("Levels outwards; 0, the default: all"),
    include_siblings: looseBoolean.optional(),
    include_header: looseBoolean.optional().describe("Comments above it; default true"),
    max_lines: looseNumber.optional(),
  })
  .optional()
  .describe("For mode indentation");
const request = {
  path: z.string().describe("Relative to the workspace"),
  offset: looseNumber.optional().describe("First line, from 1"),
  limit: looseNumber.optional().describe("Number of lines, default 2000"),
};
const single = { ...request, mode: z.enum(["slice", "indentation"]).optional(), indentation: block };
const input = looseInput(
  { ...single, files: z.array(z.object(request)).optional().describe("More files to read") },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      target_file: "path",
      start_line_one_indexed: "start_line",
      end_line_one_indexed_inclusive: "end_line",
    },
    adapt: adaptReadInput,
  },
);

export type FileRequest = Omit<z.infer<typeof input>, "files">;

const maxFiles = 20;
const maxCharacters = 100_000;
/** 20 MiB of images, as they are sent. */
const maxImagesLength = (20 * 1024 * 1024 * 4) / 3 + 1024;

export const readFile = defineTool({
  name: "read_file",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ files = [], ...first }, context) {
    if (files.length === 0) return readAllowed(first, maxCharacters, context);
    const requests = [first, ...files];
    const shown = requests.slice(0, maxFiles);
    const share = Math.floor((2 * maxCharacters) / shown.length);
    const outputs = boundImages(await readInTurn(shown, share, context));
    const notice = requests.length > maxFiles ? [`(Only the first ${maxFiles} files are read.)`] : [];
    return {
      content: [...outputs.map(({ content }) => content), ...notice].join("\n\n---\n\n"),
      images: outputs.flatMap(({ images = [] }) => images),
      seen: outputs.flatMap(({ seen = [] }) => seen),
    };
  },
});

/** One after the other: the memory that one takes is free again for the next. */
async function readInTurn(
  requests: readonly FileRequest[],
  share: number,
  context: ToolContext,
): Promise<ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  for (const one of requests) {
    context.signal.throwIfAborted();
    outputs.push(await readOrExplain(one, share, context));
  }
  return outputs;
}

/** One file that cannot be read does not keep the others from being read. */
async function readOrExplain(one: FileRequest, characters: number, context: ToolContext): Promise<ToolOutput> {
  try {
    return await readAllowed(one, characters, context);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { content: `File: ${one.path}\nError: ${error.message}` };
  }
}

async function readAllowed(one: FileRequest, characters: number, context: ToolContext): Promise<ToolOutput> {
  return askPrivate(one.path, context, () => readOneFile(one, characters, context));
}

/** Images beyond what a request can carry are named and not shown. */
function boundImages(outputs: readonly ToolOutput[]): readonly ToolOutput[] {
  let room = maxImagesLength;
  return outputs.map(({ images = [], ...output }) => {
    room -= images.reduce((length, { data }) => length + data.length, 0);
    if (room >= 0 || images.length === 0) return { ...output, images };
    return { ...output, content: `${output.content}\n(Not shown: too many images at once. Read it by itself.)` };
  });
}
