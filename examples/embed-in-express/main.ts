import { join } from "node:path";
import { Agent, RooClient } from "@roo-code/sdk";
import express from "express";

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const app = express();
app.use(express.json());

/** Answers a question about the files of this folder, as server-sent events. */
app.post("/ask", async (request, response) => {
  // One agent per request: it can only read, keeps nothing, and stops when the client disconnects.
  const stop = new AbortController();
  response.on("close", () => stop.abort());
  const agent = new Agent({ client, cwd: import.meta.dirname, mode: "ask", storage: "memory", signal: stop.signal });
  const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  response.setHeader("content-type", "text/event-stream");
  const events = agent.events();
  const run = agent.run(String(request.body.question));
  for await (const event of events) if (event.type === "text.delta") send("text", event.text);
  const { status, usage, result } = await run;
  send("end", { status, usage, result });
  response.end();
});

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});
process.once("SIGTERM", () => server.close());
