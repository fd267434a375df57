import type { FastifyInstance } from "fastify";

const maxDepth = 200;

/** Accepts JSON or raw bytes only: a form on a foreign page can send neither. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (isTooDeep(text)) return done(tooDeep(), undefined);
    return parse(request, text, done);
  });
  app.addContentTypeParser(["application/octet-stream", "application/gzip"], (_, payload, done) => done(null, payload));
  // The rest of a rejected body is never read: the next request on that connection would wait for it forever.
  app.addHook("onSend", async ({ raw }, reply) => {
    if (!raw.complete) reply.header("connection", "close");
  });
  app.addHook("onRequest", async (request) => {
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity")
      throw httpError(415, `Content-Encoding ${encoding} is not supported.`);
  });
}

/** Walking a body nested this deep would overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

function tooDeep(): Error {
  return httpError(400, "The body is nested too deeply.");
}

function httpError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
