import { ProviderError } from "@roo-code/types";

export function badStream(message: string): ProviderError {
  return new ProviderError({ code: "bad_stream", message: `The provider sent what nobody can read: ${message}.` });
}
