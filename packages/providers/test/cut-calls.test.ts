import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RooClient } from "../src/roo-client.ts";
import { ask, clientFor } from "./ask.ts";
import { testedFormats } from "./served-formats.ts";

const tool = {
  name: "delete_files",
  description: "Deletes files.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      options: { type: "object", properties: { force: { type: "boolean" }, depth: { type: "number" } } },
      only: { type: "array", items: { type: "string" } },
      keep: { type: "number" },
    },
    required: ["path"],
  },
};
const whole = '{"path":"build","options":{"force":true,"depth":12},"only":["*.o"],"keep":30}';
const stops = ["end", "tool-calls", "length"] as const;

const streamed = testedFormats.filter(({ lacks }) => lacks["streamed arguments"] === undefined);

describe.each(streamed)("$format.id, a reply that ends inside a call", (tested) => {
  let server: WireServer;
  let client: RooClient;
  beforeAll(async () => {
    server = await wireServer(tested.format);
  });
  afterEach(() => client.dispose());
  afterAll(() => server.close());

  it.each(stops)("has no runnable call, wherever it ends (%s)", async (stop) => {
    client = clientFor(tested, server);
    for (let length = 1; length < whole.length; length += 1) {
      const cut = whole.slice(0, length);
      server.push({ calls: [{ id: "a", name: tool.name, arguments: cut }], stop });
      const { final } = await ask(client, { tools: [tool] });
      expect(final?.message.content).toEqual([
        { type: "tool-call", callId: "a", name: tool.name, input: {}, malformed: cut },
      ]);
    }
    server.push({ calls: [{ id: "a", name: tool.name, arguments: whole }], stop });
    const { final } = await ask(client, { tools: [tool] });
    expect(final?.message.content).toMatchObject([{ input: JSON.parse(whole) as object }]);
  });
});
