import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { RooClient, RooClientOptions } from "../src/roo-client.ts";
import { clientFor } from "./ask.ts";
import { type TestedFormat, testedFormats } from "./served-formats.ts";

export interface Bench {
  readonly tested: TestedFormat;
  readonly server: () => WireServer;
  /** Disposed of after the test. */
  readonly connect: (options?: RooClientOptions) => RooClient;
}

/** The same tests for every format, each with a server of its own. */
export function withFormats(define: (bench: Bench) => void): void {
  describe.each(testedFormats)("$format.id", (tested) => {
    let server: WireServer;
    const clients: RooClient[] = [];
    beforeAll(async () => {
      server = await wireServer(tested.format);
    });
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.dispose();
    });
    afterAll(() => server.close());
    const connect = (options?: RooClientOptions) => {
      const client = clientFor(tested, server, options);
      clients.push(client);
      return client;
    };
    define({ tested, server: () => server, connect });
  });
}
