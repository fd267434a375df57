import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeHistory } from "./history-home.ts";
import { residentBytes } from "./server-memory.ts";
import { startServer } from "./server-process.ts";
import { bareRate, ourRate } from "./server-requests.ts";
import { idleBytes, liveEvents, stalledBytes, stalledHistoryBytes } from "./server-sockets.ts";
import { printTable } from "./table.ts";

export async function run(): Promise<void> {
  const [empty, full] = [
    mkdtempSync(join(tmpdir(), "roo-bench-server-")),
    mkdtempSync(join(tmpdir(), "roo-bench-full-")),
  ];
  try {
    const history = writeHistory(full);
    // The first start also creates the database.
    await (await startServer(full)).stop();
    const crowded = await startServer(full);
    const crowdedRss = residentBytes(crowded.pid);
    await crowded.stop();
    const server = await startServer(empty);
    const idle = await idleBytes(server, 1_000);
    const requests = { ours: await ourRate(server), bare: await bareRate() };
    await server.stop();
    const live = await liveEvents(empty, { sessions: 500, perSecond: 10, seconds: 10 });
    const stalled = await stalledBytes(empty, 100);
    const single = Math.max(await stalledBytes(empty, 1), await stalledHistoryBytes(empty, 1));
    const past = await stalledHistoryBytes(empty, 100);
    const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
    const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
    printTable("server (the reference for sockets is plain ws, for requests a bare Fastify route)", [
      row("an idle session of 1,000", "6.4–9.5 KiB", kib(idle), "≤ 40 KiB", idle <= 40 * 1024),
      row(
        "500 sessions × 10 events/s: p99",
        "17 ms (2,000 × 10, plain)",
        `${live.p99.toFixed(0)} ms`,
        "≤ 100 ms",
        live.p99 <= 100,
      ),
      row("… events lost or out of order", "0", `${live.wrong} of ${live.events}`, "0", live.wrong === 0),
      row("a client that does not read", "–", mib(single), "≤ 16 MiB", single <= 16 * 1024 ** 2),
      row("100 clients that do not read", "–", mib(stalled), "≤ 64 MiB", stalled <= 64 * 1024 ** 2),
      row("… nor 38 MiB of history", "–", mib(past), "≤ 64 MiB", past <= 64 * 1024 ** 2),
      row(
        `ready with 1,000 tasks (${mib(history)}) on disk`,
        "–",
        `${crowded.readyMs.toFixed(0)} ms`,
        "≤ 2,000 ms",
        crowded.readyMs <= 2_000,
      ),
      row("… resident memory then", "–", mib(crowdedRss), "≤ 250 MiB", crowdedRss <= 250 * 1024 ** 2),
      row(
        "GET, requests/s",
        `${requests.bare.toFixed(0)}/s`,
        `${requests.ours.toFixed(0)}/s`,
        "≥ 0.25 ×",
        requests.ours / requests.bare >= 0.25,
      ),
    ]);
  } finally {
    for (const folder of [empty, full])
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function row(what: string, floor: string, ours: string, target: string, isMet: boolean) {
  return { what, floor, ours, figure: ours, target, isMet };
}
