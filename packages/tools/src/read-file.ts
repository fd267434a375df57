import { defineTool, type ToolContext, ToolFailure, type ToolOutput } from "@roo-code/types";
import * as z from "zod";
import { approvePrivatePath } from "./approve-private-path.ts";
import { isRecord, looseBoolean, looseInput, looseNumber } from "./loose-input.ts";
import description from "./read-file.md";
import { readOneFile } from "./read-one-file.ts";

const block = z
  .object({
    anchor_line: looseNumber.optional().describe("Default: offset"),
    max_levels: looseNumber.optional().describe("Levels outward; 0, the default: all"),
    include_siblings: looseBoolean.optional(),
    include_header: looseBoolean.optional().describe("Comments above it; default true"),
    max_lines: looseNumber.optional(),
  })
  .optional()
  .describe("For mode indentation");
const fileShape = {
  path: z.string().describe("Relative to the workspace"),
  offset: looseNumber.optional().describe("First line, from 1"),
  limit: looseNumber.optional().describe("Number of lines, default 2000"),
};
const singleFile = { ...fileShape, mode: z.enum(["slice", "indentation"]).optional(), indentation: block };
const inputSchema = looseInput(
  { ...singleFile, files: z.array(z.object(fileShape)).optional().describe("More files to read") },
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

export type FileRequest = Omit<z.infer<typeof inputSchema>, "files">;

const maxFiles = 20;
const maxCharacters = 100_000;
/** 20 MiB of images, in base64. */
const maxImagesLength = (20 * 1024 * 1024 * 4) / 3 + 1024;

export const readFile = defineTool({
  name: "read_file",
  kind: "read",
  group: "read",
  description,
  input: inputSchema,
  async run({ files = [], ...first }, context) {
    if (files.length === 0) return readWithApproval(first, maxCharacters, context);
    const requests = [first, ...files];
    const shown = requests.slice(0, maxFiles);
    const share = Math.floor((2 * maxCharacters) / shown.length);
    const outputs = boundImages(await readSequentially(shown, share, context));
    const notice = requests.length > maxFiles ? [`(Only the first ${maxFiles} files are read.)`] : [];
    return {
      content: [...outputs.map(({ content }) => content), ...notice].join("\n\n---\n\n"),
      images: outputs.flatMap(({ images = [] }) => images),
      seen: outputs.flatMap(({ seen = [] }) => seen),
    };
  },
});

/** One after the other, so that the memory of each is freed before the next. */
async function readSequentially(
  requests: readonly FileRequest[],
  share: number,
  context: ToolContext,
): Promise<ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  for (const request of requests) {
    context.signal.throwIfAborted();
    outputs.push(await readOrExplain(request, share, context));
  }
  return outputs;
}

/** One unreadable file does not prevent reading the others. */
async function readOrExplain(request: FileRequest, characters: number, context: ToolContext): Promise<ToolOutput> {
  try {
    return await readWithApproval(request, characters, context);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { content: `File: ${request.path}\nError: ${error.message}` };
  }
}

async function readWithApproval(request: FileRequest, characters: number, context: ToolContext): Promise<ToolOutput> {
  return approvePrivatePath(request.path, context, () => readOneFile(request, characters, context));
}

/** Images beyond the size limit are named but not shown. */
function boundImages(outputs: readonly ToolOutput[]): readonly ToolOutput[] {
  let remaining = maxImagesLength;
  return outputs.map(({ images = [], ...output }) => {
    remaining -= images.reduce((length, { data }) => length + data.length, 0);
    if (remaining >= 0 || images.length === 0) return { ...output, images };
    return { ...output, content: `${output.content}\n(Not shown: too many images in one call. Read it separately.)` };
  });
}

/**
 * Other forms of the input: a list of paths, also as JSON; `files: [{path, lineRanges}]` without a path; `line_range`s
 * such as "10-20"; `start_line` and `end_line`.
 */
function adaptReadInput(input: Record<string, unknown>): Record<string, unknown> {
  const own = typeof input.path === "string" ? splitRanges(input) : [];
  const paths = Array.isArray(input.path) ? input.path : [];
  const others = [...paths, ...listOf(input.files)].flatMap(toRequests);
  const [first, ...rest] = [...own, ...others].map(dropNulls);
  if (!isRecord(first)) return input;
  return rest.length === 0 ? first : { ...first, files: rest };
}

/** Also accepts a list in JSON, and a single path. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || value.trim() === "") return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : [list];
  } catch {
    return [value];
  }
}

/** With strict schemas, models write null for optional keys. */
function dropNulls(request: unknown): unknown {
  if (!isRecord(request)) return request;
  return Object.fromEntries(
    Object.entries(request).flatMap(([key, value]) => (value === null ? [] : [[key, dropNulls(value)]])),
  );
}
function toRequests(file: unknown): unknown[] {
  if (typeof file === "string") return [{ path: file }];
  return isRecord(file) ? splitRanges(file) : [file];
}

/** One request per range. */
function splitRanges(file: Record<string, unknown>): Record<string, unknown>[] {
  const { lineRanges, line_ranges, line_range, start_line, end_line, files: _, ...request } = file;
  const lines = start_line === undefined ? [] : [[start_line, end_line ?? Number.MAX_SAFE_INTEGER]];
  const ranges = [lineRanges ?? line_ranges ?? line_range ?? lines].flat(1).flatMap(toRange);
  if (ranges.length === 0) return [request];
  return ranges.map(({ start, end }) => ({ path: file.path, offset: start, limit: end - start + 1 }));
}

function toRange(range: unknown): { start: number; end: number }[] {
  const [start, end] = bounds(range);
  return Number.isInteger(start) && Number.isInteger(end) && end >= start ? [{ start, end }] : [];
}

function bounds(range: unknown): [number, number] {
  if (typeof range === "string") {
    const [, start, end] = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(range) ?? [];
    return [Number(start), Number(end)];
  }
  if (Array.isArray(range)) return [Number(range[0]), Number(range[1])];
  return isRecord(range) ? [Number(range.start), Number(range.end)] : [Number.NaN, Number.NaN];
}
