import { randomBytes } from "node:crypto";
import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { OAuthConfiguration } from "../server-configuration.ts";
import type { LoginStore, StoredLogin } from "./stored-login.ts";

export interface OAuthLoginOptions {
  readonly store: LoginStore;
  readonly configuration: OAuthConfiguration | undefined;
  /** Present when a user can log in. */
  readonly person?: { readonly redirectUrl: string; visit(url: URL): void };
}

/** A login to one server for the SDK, which uses and renews it. Without a user it can be renewed but not created. */
export class OAuthLogin implements OAuthClientProvider {
  readonly #options: OAuthLoginOptions;
  #login: StoredLogin;
  #verifier = "";
  /** Not stored: a server may move to another authorization server. */
  #discovery: OAuthDiscoveryState | undefined;
  /** The state parameter of the authorization request. */
  readonly expectedState = randomBytes(16).toString("hex");

  private constructor(options: OAuthLoginOptions, login: StoredLogin) {
    this.#options = options;
    this.#login = login;
  }

  static async open(options: OAuthLoginOptions): Promise<OAuthLogin> {
    return new OAuthLogin(options, await options.store.read());
  }

  get hasTokens(): boolean {
    return this.#login.tokens !== undefined;
  }

  get wantedScope(): string | undefined {
    return this.#login.wantedScope;
  }

  get redirectUrl(): string {
    return this.#options.person?.redirectUrl ?? this.#login.redirectUrl ?? "http://127.0.0.1/callback";
  }

  get clientMetadataUrl(): string | undefined {
    return this.#options.configuration?.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { clientSecret, scope } = this.#options.configuration ?? {};
    return {
      client_name: "Roo Code",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: clientSecret === undefined ? "none" : undefined,
      scope,
    };
  }

  state(): string {
    return this.expectedState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#options.configuration ?? {};
    if (clientId !== undefined) {
      return { client_id: clientId, client_secret: clientSecret };
    }
    // A client registered with another redirect URL cannot be used for a new login.
    const hasOtherRedirect = this.#options.person !== undefined && this.#login.redirectUrl !== this.redirectUrl;
    return hasOtherRedirect ? undefined : this.#login.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#change({ client, redirectUrl: this.redirectUrl });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#login.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    const { wantedScope: _, ...rest } = this.#login;
    this.#login = rest;
    return this.#change({ tokens });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { person } = this.#options;
    if (person) return person.visit(url);
    const scope = url.searchParams.get("scope");
    if (scope) await this.#change({ wantedScope: scope });
    throw new UnauthorizedError("A user must log in.");
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#discovery = discovery;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(what: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (what === "verifier" || what === "all") this.#verifier = "";
    if (what === "discovery" || what === "all") this.#discovery = undefined;
    if (what === "verifier" || what === "discovery") return;
    const stored = await this.#options.store.read();
    const isNewer = stored.tokens && stored.tokens.access_token !== this.#login.tokens?.access_token;
    // Another process has renewed the tokens, which invalidated ours.
    if (what === "tokens" && isNewer) {
      this.#login = stored;
      return;
    }
    const { tokens, client, ...rest } = this.#login;
    this.#login = {
      ...rest,
      tokens: what === "client" && tokens ? tokens : undefined,
      client: what === "tokens" && client ? client : undefined,
    };
    await this.#options.store.write(this.#login);
  }

  async #change(change: StoredLogin): Promise<void> {
    this.#login = { ...this.#login, ...change };
    await this.#options.store.write(this.#login);
  }
}
