import { request } from "node:http";
import fastify from "fastify";
import type { BenchServer } from "./server-process.ts";

const [warmUp, measured, concurrency] = [500, 5_000, 16];

/** Requests per second including guards, validation and authentication. */
export function ourRate({ base, token }: BenchServer): Promise<number> {
  return rateOf(`${base}/api/v1/approvals`, { authorization: `Bearer ${token}` });
}

export async function bareRate(): Promise<number> {
  const app = fastify();
  app.get("/", () => ({ approvals: [] }));
  const base = await app.listen({ host: "127.0.0.1", port: 0 });
  const rate = await rateOf(base, {});
  await app.close();
  return rate;
}

async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  await sendMany(url, headers, warmUp);
  const startedAt = performance.now();
  await sendMany(url, headers, measured);
  return (measured / (performance.now() - startedAt)) * 1000;
}

async function sendMany(url: string, headers: Record<string, string>, count: number): Promise<void> {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await get(url, headers);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function get(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });
}
