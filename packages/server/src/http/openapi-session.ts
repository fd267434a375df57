import type { DescribedOperation } from "./openapi.ts";

const failed = {
  description: "It failed",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

const cookieSet = {
  headers: { "Set-Cookie": { schema: { type: "string" } } },
  content: { "application/json": { schema: { type: "object" } } },
};

/** Signing a browser in and out: for who is nobody yet, so it is no operation like the others. */
export const sessionPath: Readonly<Record<"post" | "delete", DescribedOperation>> = {
  post: {
    operationId: "session.create",
    tags: ["server"],
    summary: "Sign this browser in",
    description:
      "Takes the server's token, or the code of an address that `roo open` printed, and sets the cookie of a browser. Programs need none: they send the token with each request. Codes of errors: `unauthorized`, `forbidden`.",
    parameters: [],
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object", properties: { token: { type: "string", maxLength: 1000 } }, required: ["token"] },
        },
      },
    },
    responses: { 200: { ...cookieSet, description: "Signed in" }, default: failed },
    security: [],
  },
  delete: {
    operationId: "session.remove",
    tags: ["server"],
    summary: "Sign this browser out",
    description:
      "Ends the cookie of this browser, and of no other: `roo open --sign-out-all` signs all of them out. Codes of errors: `forbidden`.",
    parameters: [],
    responses: { 200: { ...cookieSet, description: "Signed out" }, default: failed },
    security: [],
  },
};
