import type { ApiChunk, ModelRequest } from "@roo-code/types";
import { createApiStream } from "../packages/providers/src/api-stream.ts";
import { CallIds } from "../packages/providers/src/call-ids.ts";
import { priceChunks } from "../packages/providers/src/prices/price-usage.ts";
import type { DecodeContext } from "../packages/providers/src/protocols/wire-format.ts";
import { quoterFor } from "../packages/providers/src/redact.ts";
import { repairLazily } from "../packages/providers/src/repair/repair-lazily.ts";
import type { WireReply } from "../packages/testkit/src/wire/served-format.ts";
import { importRow } from "./import-cost.ts";
import { type StreamFormat, streamFormats } from "./stream-formats.ts";
import { median, ms, printTable, type Row } from "./table.ts";

const bytesPerStream = 10 * 1024 * 1024;
/** What a socket brings at once. */
const pieceBytes = 16 * 1024;
const rounds = 5;
const maxTimes = 5;
/** With what a client adds to each chunk: its price and the repair of calls. */
const maxTimesOfClient = 8;

const replies: Readonly<Record<string, (characters: number) => WireReply>> = {
  text: (characters) => ({ text: "words and more ".repeat(characters / 15) }),
  arguments: (characters) => ({
    calls: [
      {
        id: "a",
        name: "write_to_file",
        arguments: JSON.stringify({ content: "line of a file\\n".repeat(characters / 16) }),
      },
    ],
  }),
};

export async function run(): Promise<void> {
  const rows: Row[] = [];
  for (const format of streamFormats) {
    for (const [kind, reply] of Object.entries(replies)) {
      rows.push(
        ...(await measure({ format, reply, name: `${format.served.id}, ${kind}`, maxTimes, through: asTheyAre })),
      );
    }
  }
  const [format] = streamFormats;
  const client = { name: "all of a client, text", maxTimes: maxTimesOfClient, through: priceAndRepair };
  if (format && replies.text) rows.push(...(await measure({ format, reply: replies.text, ...client })));
  printTable(
    `stream (10 MiB in pieces of 16 KiB, medians of ${rounds} rounds; reference: parsing the same bytes)`,
    rows,
  );
  printTable("import", [await importRow()]);
}

interface Measured {
  readonly format: StreamFormat;
  readonly reply: (characters: number) => WireReply;
  readonly name: string;
  readonly maxTimes: number;
  /** What the chunks pass on their way. */
  readonly through: (chunks: AsyncIterable<ApiChunk>) => AsyncIterable<ApiChunk>;
}

const asTheyAre = (chunks: AsyncIterable<ApiChunk>) => chunks;

function priceAndRepair(chunks: AsyncIterable<ApiChunk>): AsyncIterable<ApiChunk> {
  const pricing = { load: () => Promise.resolve(undefined), now: () => 0 };
  return repairLazily({ chunks: priceChunks(chunks, pricing), request, model: { provider: "bench", model: "bench" } });
}

async function measure({ format, reply, name, maxTimes: most, through }: Measured): Promise<Row[]> {
  const pieces = piecesOf(format, reply);
  const speeds: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  const slowest: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const floor = timeBare(format, pieces);
    const ours = await timeOurs(format, pieces, through);
    // The first round compiles code on both sides.
    if (round === 0) continue;
    speeds.floor.push(floor.totalMs);
    speeds.ours.push(ours.totalMs);
    slowest.floor.push(percentile(floor.perPieceMs, 0.99));
    slowest.ours.push(percentile(ours.perPieceMs, 0.99));
  }
  return [
    toRow(`${name}: throughput`, {
      floor: median(speeds.floor),
      ours: median(speeds.ours),
      most,
      show: megabytesPerSecond,
    }),
    toRow(`${name}: p99 per piece`, { floor: median(slowest.floor), ours: median(slowest.ours), most, show: ms }),
  ];
}

function toRow(
  what: string,
  { floor, ours, most, show }: { floor: number; ours: number; most: number; show: (ms: number) => string },
): Row {
  const times = ours / floor;
  return {
    what,
    floor: show(floor),
    ours: show(ours),
    figure: `${times.toFixed(2)} × the time`,
    target: `≤ ${most} ×`,
    isMet: times <= most,
  };
}

/** As long as it takes to make this many bytes in this format. */
function piecesOf({ served }: StreamFormat, reply: (characters: number) => WireReply): Buffer[] {
  const sample = 48_000;
  const perCharacter = Buffer.concat(served.frames(reply(sample))).length / sample;
  const bytes = Buffer.concat(served.frames(reply(Math.floor(bytesPerStream / perCharacter))));
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

interface Timed {
  readonly totalMs: number;
  readonly perPieceMs: readonly number[];
}

function timeBare({ bare }: StreamFormat, pieces: readonly Buffer[]): Timed {
  const perPieceMs: number[] = [];
  function* watched() {
    for (const piece of pieces) {
      const startedAt = performance.now();
      yield piece;
      perPieceMs.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  if (bare(watched()) === 0) throw new Error("nothing was parsed");
  return { totalMs: performance.now() - startedAt, perPieceMs };
}

const request: ModelRequest = {
  systemPrompt: "",
  messages: [],
  tools: [{ name: "write_to_file", description: "Writes.", inputSchema: { type: "object", properties: {} } }],
  metadata: { taskId: "bench", agent: "root", priorAttempts: 0 },
  signal: new AbortController().signal,
};

async function timeOurs(
  { decode }: StreamFormat,
  pieces: readonly Buffer[],
  through: Measured["through"],
): Promise<Timed> {
  const perPieceMs: number[] = [];
  async function* watched() {
    for (const piece of pieces) {
      const startedAt = performance.now();
      yield piece;
      perPieceMs.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  const stream = createApiStream(request.signal, () => through(decode(watched(), decodeContext())));
  for await (const _ of stream);
  const totalMs = performance.now() - startedAt;
  const { message } = await stream.getFinalMessage();
  if (message.content.length !== 1) throw new Error("the reply was not read whole");
  return { totalMs, perPieceMs };
}

function decodeContext(): DecodeContext {
  return {
    request,
    ids: new CallIds(request),
    maxBytes: Number.POSITIVE_INFINITY,
    quote: quoterFor(undefined),
    onEvent: () => {},
    toError: () => {
      throw new Error("the stream holds no error");
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function megabytesPerSecond(elapsedMs: number): string {
  return `${(bytesPerStream / 1024 / 1024 / (elapsedMs / 1000)).toFixed(0)} MB/s`;
}
