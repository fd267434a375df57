import { type ProviderSettings, RooError } from "@roo-code/types";
import { ApiStream } from "./api-stream.ts";
import type { MessageRequest } from "./message-request.ts";
import type { OpenClient } from "./runtime/open-client.ts";

export interface RooClientOptions {
  readonly providerSettings: ProviderSettings;
  /** Where keys and proxies are looked up (default: the environment of the process). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Access to one model of a provider. Nothing is loaded or connected before the first request. */
export class RooClient {
  // Private, so that neither JSON nor the console shows the key.
  readonly #settings: ProviderSettings;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  #opened: Promise<OpenClient> | undefined;

  /** Throws `RooError` `bad_settings`. Unknown providers and missing keys are reported by the first request. */
  constructor({ providerSettings, environment = process.env }: RooClientOptions) {
    if (typeof providerSettings?.apiProvider !== "string" || providerSettings.apiProvider === "")
      throw new RooError({
        code: "bad_settings",
        message: "The provider settings have no apiProvider.",
        next: 'Name a provider: { apiProvider: "anthropic" }',
      });
    this.#settings = { ...providerSettings };
    this.#environment = environment;
  }

  get provider(): string {
    return this.#settings.apiProvider;
  }

  /** undefined: the provider's default. */
  get model(): string | undefined {
    return this.#settings.apiModelId;
  }

  /** @internal */
  get connection() {
    return { settings: this.#settings, environment: this.#environment };
  }

  /**
   * Requests one reply. The request is sent when the stream is first read. Errors are thrown by the stream:
   * `ProviderError` for failures of the provider, `RooError` for wrong settings.
   */
  createMessage(request: MessageRequest): ApiStream {
    return new ApiStream(async () => (await this.#open()).createMessage(request));
  }

  /** Checks what can fail before the first request. Throws `RooError` `unknown_provider`, `missing_key`, … */
  async prepare(): Promise<void> {
    await (await this.#open()).prepare();
  }

  /** Closes idle connections; the client may still be used. */
  async dispose(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #open(): Promise<OpenClient> {
    this.#opened ??= import("./runtime/open-client.ts")
      .then(({ openClient }) => openClient(this.#settings, this.#environment))
      .catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }
}
