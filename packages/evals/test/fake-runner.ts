// A runner whose trials behave as the name of their exercise says.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveRunner } from "../src/runner/serve-runner.ts";
import { metricsWith, reportWith } from "./trial-reports.ts";

const forever = () => new Promise<never>(() => setInterval(() => {}, 1_000));

await serveRunner({ input: process.stdin, output: process.stdout }, async (order, { stop, signal, observe }) => {
  observe({ type: "usage", metrics: metricsWith({ tokensIn: 7 }) });
  switch (order.exercise) {
    case "dies":
      process.stderr.write("the last output\n");
      return process.exit(3);
    case "hangs":
      // In another session and group, and ignoring SIGTERM.
      spawn("sh", ["-c", "trap '' TERM; setsid sleep 1000"], { detached: true, stdio: "ignore" });
      writeFileSync(join(order.artifacts, "hangs"), "");
      return forever();
    case "eats":
      return reportWith({ diff: String(Array.from({ length: 200 }, () => Buffer.alloc(8 * 1024 ** 2, 1)).length) });
    case "chatters":
      process.stdout.write('not a protocol line\n{"type":"usage"}\n');
      return reportWith();
    case "stops":
      await once(stop, "abort");
      return reportWith({ verdict: "limit", limit: stop.reason });
    case "ends":
      await once(signal, "abort");
      return reportWith();
    default:
      return reportWith({ diff: `${process.env["DATABASE_URL"] ?? "no database"} ${order.suite}` });
  }
});
