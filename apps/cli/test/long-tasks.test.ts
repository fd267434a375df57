import { type ChatRequest, type ChatStep, chatServer } from "@roo-code/testkit/chat-server";
import { expect, it } from "vitest";
import { createProject } from "./roo.ts";

const window = 24_000;
const files = 12;
const long = Array.from({ length: 300 }, (_, line) => `line ${line} of a file that fills a window quickly`).join("\n");

interface Sent {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: unknown;
}

const messagesOf = ({ body }: ChatRequest) => (body?.messages ?? []) as readonly Sent[];

/** A model that reads one file after another, and a server that refuses requests longer than its window. */
function answer(request: ChatRequest, read: number): ChatStep {
  if (request.raw.length / 4 > window) {
    const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in more.`;
    return { status: 400, body: JSON.stringify({ error: { message, code: "context_length_exceeded" } }) };
  }
  const last = JSON.stringify(messagesOf(request).at(-1)?.content);
  if (last?.includes("The conversation above becomes too long")) return { text: "## Facts\nEach file has 300 lines." };
  if (read < files)
    return { calls: [{ id: `c${read}`, name: "read_file", arguments: JSON.stringify({ path: `f${read}.txt` }) }] };
  return { calls: [{ id: "end", name: "attempt_completion", arguments: JSON.stringify({ result: "all read" }) }] };
}

it("continues when a server refuses the conversation as too long, with an unknown context window", async () => {
  using here = createProject(
    Object.fromEntries(Array.from({ length: files }, (_, at) => [`f${at}.txt`, `${at}\n${long}\n`])),
  );
  await using server = await chatServer();
  let read = 0;
  server.push(
    ...Array.from({ length: 60 }, () => (request: ChatRequest) => {
      const step = answer(request, read);
      if (step.calls) read += 1;
      return step;
    }),
  );
  const run = await here.roo([
    "run",
    "--base-url",
    server.baseUrl,
    "--model",
    "nobody-knows-it",
    "--output",
    "json",
    "read all of it, and never mention the goat",
  ]);
  expect(JSON.parse(run.stdout)).toMatchObject({ status: "completed", result: "all read" });
  const events = here.events(here.taskIds()[0] ?? "");
  const summaries = events.filter((event) => event.type === "summary.added");
  expect(summaries[0]).toMatchObject({ reason: "overflow" });
  expect(summaries.every(({ receipt }) => receipt.goal.includes("never mention the goat"))).toBe(true);
  // The window is known from the refusal: nothing that long is sent again.
  const refused = events.filter((event) => event.type === "turn.failed");
  expect(refused.length).toBeLessThanOrEqual(2);
  // Every result is in the log, and dropped ones are listed with their event numbers.
  expect(events.filter((event) => event.type === "tool.end" && event.name === "read_file")).toHaveLength(files);
  const listed = new Set(summaries.flatMap(({ receipt }) => receipt.dropped.map(({ seq }) => seq)));
  expect(listed.size).toBeGreaterThan(3);
  // Each request begins like the previous one, or an event says why not.
  const asked = server.requests.map((request) => messagesOf(request).map((message) => JSON.stringify(message)));
  const breaks = asked.filter((messages, at) => {
    const before = asked[at - 1] ?? [];
    const isSummaryRequest = messages.at(-1)?.includes("The conversation above becomes too long") ?? false;
    const shared = before.findIndex((message, index) => message !== messages[index]);
    return at > 0 && !isSummaryRequest && shared !== -1 && shared < before.length - 1;
  });
  expect(breaks.length).toBeLessThanOrEqual(summaries.length);
});
