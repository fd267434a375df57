import type { EventId, EventStore, JSONRPCMessage, StreamId } from "@modelcontextprotocol/server";

const maxEvents = 1000;
const maxCharacters = 4_000_000;

interface StoredEvent {
  readonly number: number;
  readonly streamId: StreamId;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

/** The last messages sent to one client, for resuming after its connection breaks. */
export class RecentEvents implements EventStore {
  readonly #events: StoredEvent[] = [];
  #newest = 0;
  #characters = 0;

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    this.#newest += 1;
    const characters = JSON.stringify(message).length;
    this.#events.push({ number: this.#newest, streamId, message, characters });
    this.#characters += characters;
    while (this.#events.length > maxEvents || (this.#characters > maxCharacters && this.#events.length > 1))
      this.#characters -= this.#events.shift()?.characters ?? 0;
    return String(this.#newest);
  }

  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    return this.#events.find(({ number }) => String(number) === eventId)?.streamId;
  }

  /** Throws for an event that is no longer stored: the client then starts over. */
  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const last = this.#events.find(({ number }) => String(number) === lastEventId);
    if (!last) throw new Error("The event is no longer stored.");
    const missed = this.#events.filter(({ number, streamId }) => streamId === last.streamId && number > last.number);
    for (const { number, message } of missed) if (!isPriming(message)) await send(String(number), message);
    return last.streamId;
  }
}

/** An empty message that only gives the start of a stream an id; it is not sent again. */
function isPriming(message: JSONRPCMessage): boolean {
  return Object.keys(message).length === 0;
}
