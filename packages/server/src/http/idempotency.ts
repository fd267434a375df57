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

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Operations that find what they made before a crash by its reserved id, and so may be carried out again. */
const repeatable = new Set(["tasks.create", "tasks.fork", "tasks.submit", "workspaces.open"]);

/**
 * `Idempotency-Key`: the same key again gets the answer of the first time, and nothing is done again. With another
 * request it is a conflict. After a crash, what can find its own traces goes on; for the rest nobody knows.
 */
export class Idempotency {
  readonly #records: IdempotencyRecords;
  readonly #newId: () => string;
  /** Of this process: two at once get one answer. */
  readonly #underWay = new Map<string, Promise<Answer>>();

  constructor({ records, newId }: { readonly records: IdempotencyRecords; readonly newId: () => string }) {
    this.#records = records;
    this.#newId = newId;
  }

  async once(request: KeyedRequest, work: (reservedId: string) => Promise<Answer>): Promise<FastifyReply> {
    const { status, body } = await this.#answer(request, work);
    return request.reply.status(status).type("application/json; charset=utf-8").send(body);
  }

  async #answer(request: KeyedRequest, work: (reservedId: string) => Promise<Answer>): Promise<Answer> {
    const { operation, key, input, principal } = request;
    if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw badKey();
    const requestHash = createHash("sha256")
      .update(`${operation}\0${JSON.stringify(input)}`)
      .digest("hex");
    const asked = { owner: principal.owner, key, operation, requestHash, reservedId: this.#newId() };
    const { isNew, record } = await this.#records.begin(asked);
    if (record.requestHash !== requestHash) throw conflict("The Idempotency-Key was used for another request.");
    if (record.status !== null) return { status: record.status, body: record.body ?? "" };
    const place = `${asked.owner} ${key}`;
    const underWay = this.#underWay.get(place);
    if (underWay) return underWay;
    if (!isNew && !repeatable.has(operation)) throw conflict("The server ended while it worked on this request.");
    const working = this.#runOnce(record, work).finally(() => this.#underWay.delete(place));
    this.#underWay.set(place, working);
    return working;
  }

  async #runOnce(record: IdempotencyRecord, work: (reservedId: string) => Promise<Answer>): Promise<Answer> {
    const answer = await work(record.reservedId).catch(async (error: unknown) => {
      // It failed before it did anything that lasts: the same key may try again.
      await this.#records.drop(record).catch(() => undefined);
      throw error;
    });
    await this.#records.finish(record, answer);
    return answer;
  }
}

function badKey(): RooError {
  return new RooError({
    code: "bad_request",
    message: "An Idempotency-Key has 1 to 200 characters, none of them a space.",
  });
}

function conflict(message: string): RooError {
  return new RooError({ code: "conflict", message, next: "Look whether it was done, and use another key." });
}
