import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { SecretStore } from "@roo-code/types";
import { sha256 } from "../catalog/canonical-json.ts";

/** What a login left behind. All of it is secret. */
export interface StoredLogin {
  readonly tokens?: StoredOAuthTokens;
  readonly client?: StoredOAuthClientInformation;
  /** Where the client was registered to be called back. */
  readonly redirectUrl?: string;
  /** What the server asked for beyond what was granted: the next login asks for it. */
  readonly wantedScope?: string;
}

/** The login to one address: another address under the same name does not get it. */
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
      // Written by us alone, into a store that nobody else writes.
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
    const isThere = (await secrets.get(this.#name)) !== undefined;
    if (isThere) await secrets.delete(this.#name);
    return isThere;
  }
}
