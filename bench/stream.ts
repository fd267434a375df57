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
/** The size of a read from a socket. */
const readBytes = 16 * 1024;
const rounds = 5;
const maxTimes = 5;
/** Including what a client adds to each chunk: prices and repair of calls. */
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
        ...(await measure({ format, reply, name: `${format.served.id}, ${kind}`, maxTimes, through: unchanged })),
      );
    }
  }
  const [format] = streamFormats;
  const client = { name: "all of a client, text", maxTimes: maxTimesOfClient, through: priceAndRepair };
  if (format && replies.text) rows.push(...(await measure({ format, reply: replies.text, ...client })));
  printTable(
    `stream (10 MiB in reads of 16 KiB, medians of ${rounds} rounds; reference: parsing the same bytes)`,
    rows,
  );
  printTable("import", [await importRow()]);
}

interface Measured {
  readonly format: StreamFormat;
  readonly reply: (characters: number) => WireReply;
  readonly name: string;
  readonly maxTimes: number;
  /** Further processing of the chunks. */
  readonly through: (chunks: AsyncIterable<ApiChunk>) => AsyncIterable<ApiChunk>;
}

const unchanged = (chunks: AsyncIterable<ApiChunk>) => chunks;

function priceAndRepair(chunks: AsyncIterable<ApiChunk>): AsyncIterable<ApiChunk> {
  const pricing = { load: () => Promise.resolve(undefined), now: () => 0 };
  return repairLazily({ chunks: priceChunks(chunks, pricing), request, model: { provider: "bench", model: "bench" } });
}

async function measure({ format, reply, name, maxTimes: max, through }: Measured): Promise<Row[]> {
  const reads = readsOf(format, reply);
  const speeds: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  const slowest: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const floor = timeBare(format, reads);
    const ours = await timeOurs(format, reads, through);
    // The first round compiles code on both sides.
    if (round === 0) continue;
    speeds.floor.push(floor.totalMs);
    speeds.ours.push(ours.totalMs);
    slowest.floor.push(percentile(floor.perReadMs, 0.99));
    slowest.ours.push(percentile(ours.perReadMs, 0.99));
  }
  return [
    toRow(`${name}: throughput`, {
      floor: median(speeds.floor),
      ours: median(speeds.ours),
      max,
      show: megabytesPerSecond,
    }),
    toRow(`${name}: p99 per read`, { floor: median(slowest.floor), ours: median(slowest.ours), max, show: ms }),
  ];
}

function toRow(
  what: string,
  { floor, ours, max, show }: { floor: number; ours: number; max: number; show: (ms: number) => string },
): Row {
  const times = ours / floor;
  return {
    what,
    floor: show(floor),
    ours: show(ours),
    figure: `${times.toFixed(2)} × the time`,
    target: `≤ ${max} ×`,
    isMet: times <= max,
  };
}

/** A reply of `bytesPerStream` bytes in this format, in reads. */
function readsOf({ served }: StreamFormat, reply: (characters: number) => WireReply): Buffer[] {
  const sample = 48_000;
  const perCharacter = Buffer.concat(served.frames(reply(sample))).length / sample;
  const bytes = Buffer.concat(served.frames(reply(Math.floor(bytesPerStream / perCharacter))));
  return Array.from({ length: Math.ceil(bytes.length / readBytes) }, (_, index) =>
    bytes.subarray(index * readBytes, (index + 1) * readBytes),
  );
}

interface Timed {
  readonly totalMs: number;
  readonly perReadMs: readonly number[];
}

function timeBare({ bare }: StreamFormat, reads: readonly Buffer[]): Timed {
  const perReadMs: number[] = [];
  function* watched() {
    for (const read of reads) {
      const startedAt = performance.now();
      yield read;
      perReadMs.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  if (bare(watched()) === 0) throw new Error("nothing was parsed");
  return { totalMs: performance.now() - startedAt, perReadMs };
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
  reads: readonly Buffer[],
  through: Measured["through"],
): Promise<Timed> {
  const perReadMs: number[] = [];
  async function* watched() {
    for (const read of reads) {
      const startedAt = performance.now();
      yield read;
      perReadMs.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  const stream = createApiStream(request.signal, () => through(decode(watched(), decodeContext())));
  for await (const _ of stream);
  const totalMs = performance.now() - startedAt;
  const { message } = await stream.getFinalMessage();
  if (message.content.length !== 1) throw new Error("the reply was not read completely");
  return { totalMs, perReadMs };
}

function decodeContext(): DecodeContext {
  return {
    request,
    ids: new CallIds(request),
    maxBytes: Number.POSITIVE_INFINITY,
    quote: quoterFor(undefined),
    onEvent: () => {},
    toError: () => {
      throw new Error("the stream contains no error");
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
