import { FakeClock } from "@roo-code/testkit/fake-clock";
import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { type AssistantMessage, ProviderError } from "@roo-code/types";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RooClient, RooClientOptions } from "../src/roo-client.ts";
import { ask, clientFor, providerError, pushStep } from "./ask.ts";
import { breaks } from "./scenarios/breaks.ts";
import { calls } from "./scenarios/calls.ts";
import { framings } from "./scenarios/framing.ts";
import { refusals, streamErrors } from "./scenarios/refusals.ts";
import { replies } from "./scenarios/replies.ts";
import type { FailureScenario, ReplyScenario } from "./scenarios/scenario.ts";
import { type Feature, type TestedFormat, testedFormats } from "./served-formats.ts";

const good: readonly ReplyScenario[] = [...replies, ...calls, ...framings];
const bad: readonly FailureScenario[] = [...refusals, ...streamErrors, ...breaks];

describe.each(testedFormats)("$format.id", (tested) => {
  let server: WireServer;
  let client: RooClient;
  beforeAll(async () => {
    server = await wireServer(tested.format);
  });
  afterEach(() => client?.dispose());
  afterAll(() => server.close());

  const connect = (options?: RooClientOptions) => {
    client = clientFor(tested, server, options);
    return client;
  };

  it.each(good.filter(isSayable(tested)))("reads $name", async ({ step, content, stop, usage }) => {
    pushStep(tested, server, step);
    const { final, error } = await ask(connect());
    if (error !== undefined) throw error;
    expect(final?.message.content).toEqual(asIn(tested, content));
    expect(final).toMatchObject({ ...(stop && { stopReason: stop }), ...(usage && { usage }) });
  });

  it.each(bad.filter(isSayable(tested)))("reports $name", async (scenario) => {
    const before = server.requests.length;
    pushStep(tested, server, scenario.step);
    const { error, stream } = await ask(connect({ clock: new FakeClock() }));
    const failure = providerError(error);
    const ownWaitMs = scenario.code === "rate_limited" ? tested.ownWaitMs : undefined;
    expect(failure.retryAfterMs).toBe(scenario.retryAfterMs ?? ownWaitMs);
    expect(failure).toMatchObject({
      code: expect.toBeOneOf([scenario.code].flat()),
      ...(scenario.status && { status: scenario.status }),
    });
    const shown = [failure.message, failure.next, failure.stack, JSON.stringify(failure), String(failure.cause)].join();
    expect(shown).toMatch(scenario.says ?? /./);
    expect(shown).not.toMatch(scenario.hides ?? /\[object Object\]/);
    expect(shown).not.toContain(tested.format.settings(server.origin).apiKey ?? "no key was given");
    expect(stream.getPartialText()).toContain(scenario.partialText ?? "");
    expect(() => stream.getToolUses()).toThrow(ProviderError);
    expect(server.requests.length).toBe(before + 1);
  });
});

describe("the table", () => {
  it("has many scenarios with unique names", () => {
    const names = [...good, ...bad].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it.each(testedFormats)("lists for $format.id only what it really lacks", ({ format, lacks }) => {
    expect("keep-alives" in lacks).toBe(format.keepAlive === undefined);
    expect(Object.values(lacks).filter((reason) => reason.length < 10)).toEqual([]);
    const asked = new Set([...good, ...bad].flatMap(({ needs = [] }) => needs));
    const askedOfHistories = ["reasoning back", "result errors"];
    expect(Object.keys(lacks).filter((feature) => ![...asked, ...askedOfHistories].includes(feature))).toEqual([]);
  });
});

function isSayable({ lacks }: TestedFormat): (scenario: { readonly needs?: readonly Feature[] }) => boolean {
  return ({ needs = [] }) => !needs.some((feature) => feature in lacks);
}

/** A signature has an origin, and may be wrapped in other data that the vendor expects back. */
function asIn({ origin }: TestedFormat, content: AssistantMessage["content"]): unknown[] {
  return content.map((part) => {
    if (part.type !== "reasoning") return part;
    const { signature } = part;
    return signature === undefined ? containing(part) : { ...part, signature: withText(signature), origin };
  });
}

const containing = (part: object): unknown => expect.objectContaining(part);
const withText = (text: string): unknown => expect.stringContaining(text);
