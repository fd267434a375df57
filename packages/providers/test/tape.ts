import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wireServer } from "@roo-code/testkit/wire/wire-server";
import { toBytesLine } from "../src/recording/recording.ts";
import { RooClient } from "../src/roo-client.ts";
import { type Asked, ask } from "./ask.ts";
import type { TestedFormat } from "./served-formats.ts";

export interface Tape {
  /** What a client makes of exactly these pieces, without any network in between. */
  play(pieces: readonly Uint8Array[], how?: "complete" | "cut"): Promise<Asked>;
  dispose(): void;
}

/** Plays any bytes as a vendor's response in given pieces: loopback would join some of them. */
export async function openTape({ format }: TestedFormat): Promise<Tape> {
  const folder = mkdtempSync(join(tmpdir(), "roo-tape-"));
  const server = await wireServer(format, [{ text: "recorded" }]);
  const settings = format.settings(server.origin);
  await ask(new RooClient(settings, { environment: { ROO_RECORD: folder } }));
  await server.close();
  const [file = ""] = readdirSync(folder);
  const [request, response] = readFileSync(join(folder, file), "utf8").split("\n");
  const cut = { type: "end", how: "failed", code: "stream_cut", message: "cut" };

  async function play(pieces: readonly Uint8Array[], how: "complete" | "cut" = "complete"): Promise<Asked> {
    const end = how === "cut" ? cut : { type: "end", how };
    const lines = [...pieces.map((piece) => toBytesLine(Buffer.from(piece))), end].map((line) => JSON.stringify(line));
    writeFileSync(join(folder, file), `${[request, response, ...lines].join("\n")}\n`);
    return ask(new RooClient(settings, { environment: { ROO_REPLAY: folder } }));
  }

  return { play, dispose: () => rmSync(folder, { recursive: true }) };
}

/** The same bytes in other pieces; places beyond the end cut nothing. */
export function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((left, right) => left - right);
  return [...cuts, bytes.length].map((end, index) => bytes.subarray(cuts[index - 1] ?? 0, end));
}
