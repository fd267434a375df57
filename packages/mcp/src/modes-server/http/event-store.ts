import type { EventId, EventStore, JSONRPCMessage, StreamId } from "@modelcontextprotocol/server";

const maxEvents = 1000;
const maxCharacters = 4_000_000;

interface Kept {
  readonly number: number;
  readonly streamId: StreamId;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

/** What one client was sent lately, for when its connection breaks. */
export class RecentEvents implements EventStore {
  readonly #kept: Kept[] = [];
  #newest = 0;
  #characters = 0;

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    this.#newest += 1;
    const characters = JSON.stringify(message).length;
    this.#kept.push({ number: this.#newest, streamId, message, characters });
    this.#characters += characters;
    while (this.#kept.length > maxEvents || (this.#characters > maxCharacters && this.#kept.length > 1))
      this.#characters -= this.#kept.shift()?.characters ?? 0;
    return String(this.#newest);
  }

  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    return this.#kept.find(({ number }) => String(number) === eventId)?.streamId;
  }

  /** Throws where it is no longer known: the client then asks anew. */
  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const last = this.#kept.find(({ number }) => String(number) === lastEventId);
    if (!last) throw new Error("That event is not known any more.");
    const missed = this.#kept.filter(({ number, streamId }) => streamId === last.streamId && number > last.number);
    for (const { number, message } of missed) if (!isPriming(message)) await send(String(number), message);
    return last.streamId;
  }
}

/** Stored only to have a number at the beginning of a stream; there is nothing in it to send. */
function isPriming(message: JSONRPCMessage): boolean {
  return Object.keys(message).length === 0;
}
