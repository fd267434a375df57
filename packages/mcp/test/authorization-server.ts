import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface AuthorizationServer {
  /** Of the MCP server that requires a login. */
  readonly url: string;
  /** Requests so far: `register`, `authorize`, `token authorization_code`, `token refresh_token`. */
  readonly requests: string[];
  /** Invalidates all access tokens; refresh tokens stay valid. */
  readonly expire: () => void;
}

/** An MCP server with one tool that requires a token, and the authorization server it trusts. */
export async function authorizationServer(): Promise<AuthorizationServer> {
  const requests: string[] = [];
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const tokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const json = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource"))
      return void json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    if (url.pathname.startsWith("/.well-known/"))
      return void json(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    const body = await textOf(request);
    if (url.pathname === "/register") {
      requests.push("register");
      return void json(201, { ...JSON.parse(body), client_id: "client-1" });
    }
    if (url.pathname === "/authorize") {
      requests.push("authorize");
      const [redirect = "", challenge = "", state = ""] = ["redirect_uri", "code_challenge", "state"].map(
        (key) => url.searchParams.get(key) ?? "",
      );
      const code = randomUUID();
      codes.set(code, { challenge, redirect });
      return void response.writeHead(302, { location: `${redirect}?code=${code}&state=${state}` }).end();
    }
    if (url.pathname === "/token") return void json(...token(new URLSearchParams(body)));
    if (!tokens.has(request.headers.authorization?.replace("Bearer ", "") ?? ""))
      return void json(
        401,
        {},
        { "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"` },
      );
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = Object(JSON.parse(body));
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "s", version: "1" },
      },
      "tools/list": { tools: [{ name: "secret", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "for your eyes only" }] },
    };
    const result = results[method];
    return void json(200, {
      jsonrpc: "2.0",
      id,
      ...(result ? { result } : { error: { code: -32601, message: "unknown" } }),
    });
  }

  function token(form: URLSearchParams): [number, object] {
    const grant = form.get("grant_type") ?? "";
    requests.push(`token ${grant}`);
    if (grant === "authorization_code") {
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const proof = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!code || proof !== code.challenge || form.get("redirect_uri") !== code.redirect)
        return [400, { error: "invalid_grant" }];
    } else if (!refreshTokens.delete(form.get("refresh_token") ?? "")) return [400, { error: "invalid_grant" }];
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    tokens.add(access_token);
    refreshTokens.add(refresh_token);
    return [200, { access_token, refresh_token, token_type: "Bearer", expires_in: 3600 }];
  }

  return { url: `${origin}/mcp`, requests, expire: () => tokens.clear() };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
