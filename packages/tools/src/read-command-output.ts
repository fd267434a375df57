import type { OutputWindow } from "@roo-code/types";
import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { withNews } from "./command/command-news.ts";
import { describeOutcome } from "./command/describe-outcome.ts";
import { looseInput, looseNumber } from "./loose-input.ts";
import description from "./read-command-output.md";

const input = looseInput(
  {
    artifact_id: z.string().describe("cmd-<digits>.txt"),
    search: z.string().optional().describe("Only lines that match this regular expression or text"),
    offset: looseNumber.optional().describe("Byte to start at, default 0"),
    limit: looseNumber.optional().describe("Bytes, default 40960"),
    wait: looseNumber.optional().describe("Seconds to wait for its exit; then returns only new output"),
  },
  {
    names: {
      id: "artifact_id",
      command_id: "artifact_id",
      artifact: "artifact_id",
      bash_id: "artifact_id",
      pattern: "search",
      filter: "search",
    },
  },
);

const defaultLimit = 40 * 1024;
const maxBytes = 100 * 1024;
const maxWaitSeconds = 300;

export const readCommandOutput = defineTool({
  name: "read_command_output",
  kind: "read",
  group: "command",
  description,
  input,
  async run({ artifact_id, search, offset = 0, limit = defaultLimit, wait }, { workspace, signal }) {
    const id = artifact_id.trim();
    if (wait !== undefined) {
      const waitMs = Math.min(Math.max(wait, 0), maxWaitSeconds) * 1000;
      const outcome = await workspace.commands.wait(id, { waitMs, signal });
      const { content } = describeOutcome(outcome, { acceptsInput: true });
      return { content: withNews(content, workspace, outcome.id) };
    }
    const request = {
      artifact: id,
      offset: Math.max(0, Math.floor(offset)),
      limit: Math.min(Math.max(1, Math.floor(limit)), maxBytes),
      search: search || undefined,
    };
    const window = await workspace.commands.read(request);
    return { content: withNews(describeWindow(window, request), workspace) };
  },
});

function describeWindow(window: OutputWindow, { offset, search }: { offset: number; search?: string }): string {
  const { artifact, lines, size, lostBytes, nextOffset } = window;
  const end = nextOffset ?? size;
  const width = String(lines.at(-1)?.line ?? 1).length;
  return [
    search === undefined
      ? `Output of ${artifact}: bytes ${offset} to ${end} of ${size}`
      : `Output of ${artifact}: ${lines.length} lines that match "${search}" in bytes ${offset} to ${end} of ${size}`,
    ...lines.map(({ line, text }) => `${String(line).padStart(width)} | ${text}`),
    ...(nextOffset === undefined ? [] : [`(more: continue with offset ${nextOffset})`]),
    ...(lostBytes > 0 ? [`(${lostBytes} bytes after this were discarded)`] : []),
  ].join("\n");
}
