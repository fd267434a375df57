import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { SecretStore } from "@roo-code/types";
import { sha256 } from "../catalog/canonical-json.ts";

/** The stored part of a login. All of it is secret. */
export interface StoredLogin {
  readonly tokens?: StoredOAuthTokens;
  readonly client?: StoredOAuthClientInformation;
  /** The redirect URL that the client was registered with. */
  readonly redirectUrl?: string;
  /** The scope that the server requires beyond what was granted: the next login requests it. */
  readonly wantedScope?: string;
}

/** The login to one URL: a server of the same name at another URL does not get it. */
export class LoginStore {
  readonly #secrets: () => Promise<SecretStore>;
  readonly #name: string;

  constructor(options: { secrets: () => Promise<SecretStore>; server: string; url: string }) {
    this.#secrets = options.secrets;
    const hash = sha256(options.url).slice(0, 16);
    this.#name = `mcp/${options.server}/${hash}`;
  }

  async read(): Promise<StoredLogin> {
    const text = await (await this.#secrets()).get(this.#name);
    if (text === undefined) return {};
    try {
      // The store is written by us alone.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return JSON.parse(text) as StoredLogin;
    } catch {
      return {};
    }
  }

  async write(login: StoredLogin): Promise<void> {
    await (await this.#secrets()).set(this.#name, JSON.stringify(login));
  }

  async forget(): Promise<boolean> {
    const secrets = await this.#secrets();
    const exists = (await secrets.get(this.#name)) !== undefined;
    if (exists) await secrets.delete(this.#name);
    return exists;
  }
}
