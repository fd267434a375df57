import { ProviderError, RooError } from "@roo-code/types";
import { toErrorCode } from "../error-code.ts";
import { hostAndPort, toNetworkError } from "../http/network-error.ts";
import { recordOf, textOf } from "../json-value.ts";
import type { Quote } from "../quote.ts";
import { howToSignIn } from "./google-credentials.ts";

/** Why there is no token: the person's credentials, the token server, or the way to it. */
export function toGoogleFailure(error: unknown, { place, quote }: { place: string; quote: Quote }): RooError {
  if (error instanceof RooError) return error;
  const { message, code, config, response } = recordOf(error);
  const words = quote(textOf(message) ?? "", 200);
  const { status } = recordOf(response);
  const { url: asked } = recordOf(config);
  const url = asked instanceof URL ? asked : URL.parse(textOf(asked) ?? "");
  if (typeof status === "number" && url && (status >= 500 || status === 429)) {
    const said = `Google's token server ${hostAndPort(url)} answered ${status}: ${words}`;
    return new ProviderError({ code: toErrorCode({ status }), message: said, status });
  }
  if (status === undefined && url) return toTransportFailure(code, url);
  return new RooError({
    code: "bad_credentials",
    message: `The Google credentials in ${place} were not accepted: ${words}`,
    next: howToSignIn,
  });
}

function toTransportFailure(code: unknown, url: URL): ProviderError {
  if (code !== "TimeoutError") return toNetworkError({ code: textOf(code) }, url);
  return new ProviderError({ code: "timeout", message: `Google's token server ${hostAndPort(url)} did not answer.` });
}
