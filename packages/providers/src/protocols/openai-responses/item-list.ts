export type ItemKind = "message" | "reasoning" | "function_call" | "image_generation_call";

export interface Item {
  /** Anything but the kinds we know is kept apart and says nothing. */
  readonly kind: unknown;
  readonly index: unknown;
  readonly id: unknown;
  /** Characters that came of each part. */
  readonly received: Map<string, number>;
  isAnnounced: boolean;
  isDone: boolean;
  /** Of a call: the vendor's id and name, arguments that came before them, ours once it has begun. */
  givenId: string | undefined;
  name: string | undefined;
  early: string;
  callId: string | undefined;
  hasEnded: boolean;
}

export interface ItemPlace {
  readonly index: unknown;
  readonly id: unknown;
}

/** The items of a response by their id or, since servers change or leave out ids, by their place. */
export class ItemList {
  readonly #items: Item[] = [];

  get all(): readonly Item[] {
    return this.#items;
  }

  findOrAdd(kind: unknown, place: ItemPlace): Item {
    return this.#find(kind, place) ?? this.#add(kind, place);
  }

  /** The item at the moment it begins: one whose deltas came too early, or another one. */
  announce(kind: unknown, place: ItemPlace): Item {
    const known = this.#find(kind, place);
    const isSame = known && (!known.isAnnounced || (known.id !== undefined && known.id === place.id));
    const item = isSame ? known : this.#add(kind, place);
    item.isAnnounced = true;
    return item;
  }

  #find(kind: unknown, { index, id }: ItemPlace): Item | undefined {
    return (
      this.#items.findLast((item) => item.kind === kind && id !== undefined && item.id === id) ??
      this.#items.findLast((item) => item.kind === kind && index !== undefined && item.index === index)
    );
  }

  #add(kind: unknown, { index, id }: ItemPlace): Item {
    const item: Item = {
      kind,
      index,
      id,
      received: new Map(),
      isAnnounced: false,
      isDone: false,
      givenId: undefined,
      name: undefined,
      early: "",
      callId: undefined,
      hasEnded: false,
    };
    this.#items.push(item);
    return item;
  }
}
