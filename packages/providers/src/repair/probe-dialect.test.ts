import { ScriptedClient } from "@roo-code/testkit/scripted-client";
import { ProviderError } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { probeDialect } from "./probe-dialect.ts";

const { signal } = new AbortController();
const who = { provider: "scripted", model: "scripted" };

describe("probeDialect", () => {
  it("sends one request with one tool", async () => {
    const client = new ScriptedClient([{ calls: [{ name: "report_sum", input: { sum: 42 } }] }]);
    expect(await probeDialect(client, signal)).toEqual({ ...who, calls: "native" });
    expect(client.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["report_sum"]]);
  });

  it("reports the repairs of a native call", async () => {
    const client = new ScriptedClient([{ calls: [{ name: "report_sum", input: { sum: "42" } }] }]);
    expect(await probeDialect(client, signal)).toEqual({ ...who, calls: "native", repaired: "converted sum" });
  });

  it("names the form of a call written as text", async () => {
    const client = new ScriptedClient(["<function=report_sum><parameter=sum>42</parameter></function>"]);
    const repaired = "read the call from text (function-tag)";
    expect(await probeDialect(client, signal)).toEqual({ ...who, calls: "text", form: "function-tag", repaired });
  });

  it("quotes the text that was sent instead of a call", async () => {
    const client = new ScriptedClient(["The sum is\n42."]);
    expect(await probeDialect(client, signal)).toEqual({ ...who, calls: "none", said: "The sum is 42." });
  });

  it("fails as the request does", async () => {
    const error = new ProviderError({ code: "unauthorized", message: "no key" });
    await expect(probeDialect(new ScriptedClient([{ error }]), signal)).rejects.toBe(error);
  });
});
