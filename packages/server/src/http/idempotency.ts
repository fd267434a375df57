import { createHash } from "node:crypto";
import type { IdempotencyRecord, IdempotencyRecords } from "@roo-code/host/database";
import { RooError } from "@roo-code/types";
import type { FastifyReply } from "fastify";
import type { Principal } from "./handler.ts";

interface KeyedRequest {
  readonly operation: string;
  readonly key: string;
  readonly input: unknown;
  readonly principal: Principal;
  readonly reply: FastifyReply;
}

interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** Operations that find what they created before a crash by its reserved id, and so may run again. */
const repeatable = new Set(["tasks.create", "tasks.fork", "tasks.submit", "workspaces.open"]);

/**
 * `Idempotency-Key`: the same key again returns the first response without running the request again. A different
 * request with the same key is a conflict. After a crash, repeatable operations continue; others are a conflict.
 */
export class Idempotency {
  readonly #records: IdempotencyRecords;
  readonly #newId: () => string;
  /** In this process: simultaneous requests share one response. */
  readonly #inProgress = new Map<string, Promise<StoredResponse>>();

  constructor({ records, newId }: { readonly records: IdempotencyRecords; readonly newId: () => string }) {
    this.#records = records;
    this.#newId = newId;
  }

  async once(request: KeyedRequest, work: (reservedId: string) => Promise<StoredResponse>): Promise<FastifyReply> {
    const { status, body } = await this.#respond(request, work);
    return request.reply.status(status).type("application/json; charset=utf-8").send(body);
  }

  async #respond(
    request: KeyedRequest,
    work: (reservedId: string) => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    const { operation, key, input, principal } = request;
    if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw badKey();
    const requestHash = createHash("sha256")
      .update(`${operation}\0${JSON.stringify(input)}`)
      .digest("hex");
    const entry = { owner: principal.owner, key, operation, requestHash, reservedId: this.#newId() };
    const { isNew, record } = await this.#records.begin(entry);
    if (record.requestHash !== requestHash) throw conflict("The Idempotency-Key was already used for another request.");
    if (record.status !== null) return { status: record.status, body: record.body ?? "" };
    const progressKey = `${entry.owner} ${key}`;
    const inProgress = this.#inProgress.get(progressKey);
    if (inProgress) return inProgress;
    if (!isNew && !repeatable.has(operation)) throw conflict("The server stopped while it was handling this request.");
    const working = this.#run(record, work).finally(() => this.#inProgress.delete(progressKey));
    this.#inProgress.set(progressKey, working);
    return working;
  }

  async #run(
    record: IdempotencyRecord,
    work: (reservedId: string) => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    const response = await work(record.reservedId).catch(async (error: unknown) => {
      // It failed before it changed anything: the same key may try again.
      await this.#records.drop(record).catch(() => undefined);
      throw error;
    });
    await this.#records.finish(record, response);
    return response;
  }
}

function badKey(): RooError {
  return new RooError({
    code: "bad_request",
    message: "The Idempotency-Key must have 1 to 200 characters without spaces.",
  });
}

function conflict(message: string): RooError {
  return new RooError({
    code: "conflict",
    message,
    next: "Check whether the request took effect, then use another key.",
  });
}
