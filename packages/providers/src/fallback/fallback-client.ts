import type { ApiChunk, ApiStream, Clock, ModelClient, ModelRequest, ProviderError } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { createApiStream } from "../api-stream.ts";
import { MemberHealth } from "./member-health.ts";

/** A client that can be closed. */
export interface ClosableClient extends ModelClient {
  dispose(): Promise<void>;
}

export interface FallbackMember {
  /** The name of the profile. */
  readonly name: string;
  /** Called on first use. Throws `RooError` for invalid settings: then the member is skipped. */
  open(): Promise<ClosableClient>;
}

interface Member extends FallbackMember {
  readonly health: MemberHealth;
  client?: ClosableClient;
}

/**
 * Several clients in order of preference. When one is unavailable the next is used, and the first again as soon as it
 * should have recovered.
 */
export class FallbackClient implements ClosableClient {
  readonly #first: ClosableClient;
  readonly #members: readonly Member[];
  readonly #clock: Clock;
  #current: Member;

  constructor(first: { name: string; client: ClosableClient }, others: readonly FallbackMember[], clock: Clock) {
    const open = () => Promise.resolve(first.client);
    const head: Member = { name: first.name, client: first.client, health: new MemberHealth(), open };
    this.#first = first.client;
    this.#clock = clock;
    this.#members = [
      head,
      ...others.map((other) => ({ ...other, open: () => other.open(), health: new MemberHealth() })),
    ];
    this.#current = head;
  }

  get provider(): string {
    return this.#first.provider;
  }

  get model(): string {
    return this.#first.model;
  }

  get standIn(): { provider: string; model: string } | undefined {
    const { client } = this.#current;
    return client && client !== this.#first ? { provider: client.provider, model: client.model } : undefined;
  }

  createMessage(request: ModelRequest): ApiStream {
    return createApiStream(request.signal, () => this.#reply(request));
  }

  moveOn(error: ProviderError): string | undefined {
    const failed = this.#current;
    const isStandIn = failed.client !== this.#first;
    if (isStandIn && failed.health.noteConfigurationError(error)) return this.#skip(failed, error);
    if (!failed.health.noteFailure(error, this.#now())) return undefined;
    const next = this.#members.find(({ health }) => health.isUp(this.#now()));
    if (!next) return undefined;
    this.#current = next;
    return `${failed.name} is unavailable (${error.code}); continuing with ${next.name}.`;
  }

  /** Continues with the first available member, else with the one that recovers first. */
  #skip(failed: Member, error: ProviderError): string {
    const now = this.#now();
    const byRecovery = this.#members.toSorted((left, right) => left.health.downUntil - right.health.downUntil);
    const next = this.#members.find(({ health }) => health.isUp(now)) ?? byRecovery[0] ?? failed;
    this.#current = next;
    return `${failed.name} cannot be used (${error.code}); continuing with ${next.name}.`;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#members.flatMap(({ client }) => (client ? [client.dispose()] : [])));
  }

  async *#reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const before = this.#current;
    const { client, notices } = await this.#choose();
    if (this.#current !== before && this.#members.indexOf(this.#current) < this.#members.indexOf(before)) {
      yield { type: "notice", code: "provider_switched", message: `Using ${this.#current.name} again.` };
    }
    yield* notices;
    for await (const chunk of client.createMessage(request)) {
      if (chunk.type === "failure") throw chunk.error;
      if (chunk.type === "message.end") this.#current.health.noteSuccess();
      yield chunk;
    }
  }

  /** The first available member, else the one that recovers first. */
  async #choose(): Promise<{ client: ClosableClient; notices: ApiChunk[] }> {
    const notices: ApiChunk[] = [];
    for (;;) {
      const now = this.#now();
      const usable = this.#members.filter(({ health }) => health.downUntil !== Number.POSITIVE_INFINITY);
      const soonest = usable.toSorted((left, right) => left.health.downUntil - right.health.downUntil)[0];
      const member = usable.find(({ health }) => health.isUp(now)) ?? soonest ?? this.#members[0];
      if (!member) throw new RooError({ code: "no_provider", message: "The fallback chain has no profiles." });
      try {
        member.client ??= await member.open();
        this.#current = member;
        return { client: member.client, notices };
      } catch (error) {
        if (!(error instanceof RooError) || usable.length <= 1) throw error;
        member.health.disable();
        const message = `${member.name} cannot be used: ${error.message}`;
        notices.push({ type: "notice", code: "provider_switched", message });
      }
    }
  }

  #now(): number {
    return this.#clock.monotonic();
  }
}
