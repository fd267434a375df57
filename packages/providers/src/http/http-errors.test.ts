import { describe, expect, it } from "vitest";
import { toNetworkError } from "./http-errors.ts";

const url = new URL("https://models.example/v1/chat/completions");

describe("toNetworkError", () => {
  it.each([
    ["ECONNREFUSED", /was refused/, /running/],
    ["ENOTFOUND", /resolved/, /DNS/],
    ["EAI_AGAIN", /resolved/, /DNS/],
    ["EHOSTUNREACH", /unreachable/, /VPN/],
    ["ECONNRESET", /closed before/, /log/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /TLS/, /NODE_EXTRA_CA_CERTS/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /TLS/, /NODE_EXTRA_CA_CERTS/],
    ["EPROTO", /TLS/, /base-url/],
    ["ERR_PROXY_TUNNEL", /proxy/, /HTTPS_PROXY/],
    ["ESOMETHING", /failed/, /network/],
  ])("explains %s and what to check", (code, reason, next) => {
    const error = toNetworkError(Object.assign(new Error("secret detail"), { code }), url);
    expect(error).toMatchObject({ code: "network", isTransient: true });
    expect(error.message).toMatch(reason);
    expect(error.message).toContain("models.example:443");
    expect(error.message).toContain(code);
    expect(error.next).toMatch(next);
    expect(error.cause).toBeUndefined();
  });

  it("reads an aggregate error", () => {
    const one = Object.assign(new Error("one"), { code: "ECONNREFUSED" });
    expect(toNetworkError(new AggregateError([one, one]), new URL("http://localhost:1234/v1")).message).toMatch(
      /localhost:1234.*ECONNREFUSED/,
    );
  });

  it("reports a response that is not HTTP as invalid", () => {
    expect(toNetworkError(Object.assign(new Error("parse"), { code: "HPE_INVALID_CONSTANT" }), url).code).toBe(
      "bad_stream",
    );
  });
});
