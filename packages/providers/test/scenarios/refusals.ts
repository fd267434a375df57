import type { ServedFormat, WireFailure } from "@roo-code/testkit/wire/served-format";
import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import type { FailureScenario } from "./scenario.ts";

const kinds: readonly WireFailure[] = [
  "bad_request",
  "unauthorized",
  "insufficient_credit",
  "model_not_found",
  "context_overflow",
  "rate_limited",
  "overloaded",
  "server_error",
];

const page = `<!doctype html><html><body><h1>502 Bad Gateway</h1>${"x".repeat(3_000)}</body></html>`;

/** Whatever else a failure says, it never says the key: that is looked for in all of them. */
function echoing(step: (key: string) => WireStep): (format: ServedFormat) => WireStep {
  return (format) => step(format.settings("http://127.0.0.1").apiKey ?? "");
}

/** Answers that are no reply. */
export const refusals: readonly FailureScenario[] = [
  ...kinds.map(
    (kind): FailureScenario => ({
      name: `a refusal: ${kind}`,
      step: { refusal: kind },
      code: kind,
    }),
  ),
  {
    name: "a wait in seconds",
    step: { refusal: "rate_limited", headers: { "retry-after": "7" } },
    code: "rate_limited",
    retryAfterMs: 7_000,
  },
  {
    name: "a wait until a date",
    step: { refusal: "rate_limited", headers: { "retry-after": "Tue, 01 Jan 2030 00:01:30 GMT" } },
    code: "rate_limited",
    retryAfterMs: 90_000,
  },
  {
    name: "a wait in milliseconds",
    step: { refusal: "rate_limited", headers: { "retry-after-ms": "250", "retry-after": "1" } },
    code: "rate_limited",
    retryAfterMs: 250,
  },
  {
    name: "a wait while overloaded",
    step: { refusal: "overloaded", headers: { "retry-after": "2" } },
    code: "overloaded",
    retryAfterMs: 2_000,
  },
  {
    name: "a wait of nonsense",
    step: { refusal: "server_error", headers: { "retry-after": "soon" } },
    code: "server_error",
  },
  { name: "a gateway's page", step: { status: 502, body: page }, code: "server_error", status: 502, says: /502/ },
  { name: "an error without a body", step: { status: 500, body: "" }, code: "server_error", status: 500 },
  { name: "a refused key without a body", step: { status: 401, body: "" }, code: "unauthorized", status: 401 },
  { name: "an error in an unknown shape", step: { status: 400, body: '{"oops":["the words"]}' }, code: "bad_request" },
  {
    name: "an error of broken JSON",
    step: { status: 500, body: '{"error":{"message":"the wor' },
    code: "server_error",
  },
  { name: "a gateway that waited in vain", step: { status: 504, body: "" }, code: "timeout", status: 504 },
  { name: "too large a request", step: { status: 413, body: "{}" }, code: "context_overflow", status: 413 },
  {
    name: "an address that moved",
    step: echoing((key) => ({ status: 307, headers: { location: "http://127.0.0.1:1/" }, body: key })),
    code: "bad_request",
    status: 307,
    says: /--base-url/,
  },
  {
    name: "an error that echoes the key",
    step: echoing((key) => ({
      status: 401,
      body: JSON.stringify({ error: { message: `wrong key ${key}` }, message: `wrong ${key}` }),
    })),
    code: "unauthorized",
  },
  {
    name: "a page that echoes the key",
    step: echoing((key) => ({ status: 500, body: `<p>${key}</p>` })),
    code: "server_error",
  },
  { name: "a page instead of a stream", step: { body: page }, code: ["bad_request", "bad_stream"], hides: /x{1000}/ },
  {
    name: "a stream that echoes the key",
    step: echoing((key) => ({ body: `garbage ${key}\n\n` })),
    code: ["bad_stream", "stream_cut"],
  },
  { name: "binary instead of a stream", step: { body: Buffer.alloc(4_096, 0xfe) }, code: "bad_stream" },
  { name: "no body at all", step: { body: "" }, code: "stream_cut" },
];

export const streamErrors: readonly FailureScenario[] = kinds.map((kind) => ({
  name: `an error within the stream: ${kind}`,
  needs: [`stream error: ${kind}`],
  step: { text: "I was about to", calls: [{ id: "a", name: "rm", arguments: '{"path":"all"}' }], error: kind },
  code: kind,
  partialText: "I was about to",
}));
