import type { ServerResponse } from "node:http";

/** How an answer's bytes travel, and where they stop. */
export interface TransportFaults {
  /** Bytes of the body after which the connection is reset. */
  readonly cutAfterBytes?: number;
  /** Resets the connection in the middle of the first code point of several bytes. */
  readonly cutInsideCodePoint?: boolean;
  /** Bytes of the body after which nothing more comes and the connection stays open. */
  readonly silentAfterBytes?: number;
  /** Not even a status line. */
  readonly neverAnswers?: boolean;
  /** Bytes per write: each reaches the client separately, as far as loopback allows. */
  readonly dripBytes?: number;
}

export interface ServedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Each is written separately. */
  readonly pieces: readonly Uint8Array[];
  /** Written repeatedly after the pieces, until the client disconnects. */
  readonly repeated?: Uint8Array;
}

/** Sends the answer as far as the faults allow. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, pieces, repeated }: ServedAnswer,
  faults: TransportFaults,
): Promise<void> {
  if (faults.neverAnswers) return;
  response.writeHead(status, headers);
  response.flushHeaders();
  const body = Buffer.concat(pieces);
  const cut = faults.cutInsideCodePoint ? insideCodePoint(body) : faults.cutAfterBytes;
  await writeAll(response, upTo(pieces, cut ?? faults.silentAfterBytes), faults.dripBytes);
  while (!response.destroyed) {
    if (!repeated) break;
    await writeAll(response, [repeated], faults.dripBytes);
  }
  if (cut !== undefined) response.destroy();
  else if (faults.silentAfterBytes === undefined) response.end();
}

async function writeAll(response: ServerResponse, pieces: Iterable<Uint8Array>, dripBytes?: number): Promise<void> {
  for (const piece of pieces) {
    const size = dripBytes ?? Math.max(piece.length, 1);
    for (let at = 0; at < piece.length && !response.destroyed; at += size) {
      // Waits for the flush: a reset right after a write would discard what was written.
      await new Promise<void>((resolve) => response.write(piece.subarray(at, at + size), () => resolve()));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function* upTo(pieces: readonly Uint8Array[], limit = Number.POSITIVE_INFINITY): Generator<Uint8Array> {
  let remaining = limit;
  for (const piece of pieces) {
    yield piece.subarray(0, Math.max(remaining, 0));
    remaining -= piece.length;
  }
}

function insideCodePoint(body: Buffer): number {
  const first = body.findIndex((byte) => byte >= 0xc0);
  if (first < 0) throw new Error("the body has no multi-byte character to cut");
  return first + 1;
}
