import { ProviderError } from "@roo-code/types";

/** What is meant for a browser comes from a wrong address: asking again brings the same page. */
export function webPage(): ProviderError {
  return new ProviderError({
    code: "bad_request",
    message: "The server answered with a web page instead of a model's reply.",
    next: "Check --base-url: most addresses end with a version, like https://example.com/v1.",
  });
}
