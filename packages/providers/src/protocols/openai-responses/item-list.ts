export type ItemKind = "message" | "reasoning" | "function_call" | "image_generation_call";

export interface Item {
  /** Items of unknown kinds are tracked, but produce nothing. */
  readonly kind: unknown;
  readonly index: unknown;
  readonly id: unknown;
  /** Characters received of each part. */
  readonly received: Map<string, number>;
  isAnnounced: boolean;
  isDone: boolean;
  /** Of a call: the vendor's id and name, arguments received before them, and our id once it has started. */
  vendorId: string | undefined;
  name: string | undefined;
  early: string;
  callId: string | undefined;
  hasEnded: boolean;
}

export interface ItemPosition {
  readonly index: unknown;
  readonly id: unknown;
}

/** The items of a response by id or, because servers change or omit ids, by position. */
export class ItemList {
  readonly #items: Item[] = [];

  get all(): readonly Item[] {
    return this.#items;
  }

  findOrAdd(kind: unknown, position: ItemPosition): Item {
    return this.#find(kind, position) ?? this.#add(kind, position);
  }

  /** The item when it is announced: one whose deltas came earlier, or a new one. */
  announce(kind: unknown, position: ItemPosition): Item {
    const known = this.#find(kind, position);
    const isSame = known && (!known.isAnnounced || (known.id !== undefined && known.id === position.id));
    const item = isSame ? known : this.#add(kind, position);
    item.isAnnounced = true;
    return item;
  }

  #find(kind: unknown, { index, id }: ItemPosition): Item | undefined {
    return (
      this.#items.findLast((item) => item.kind === kind && id !== undefined && item.id === id) ??
      this.#items.findLast((item) => item.kind === kind && index !== undefined && item.index === index)
    );
  }

  #add(kind: unknown, { index, id }: ItemPosition): Item {
    const item: Item = {
      kind,
      index,
      id,
      received: new Map(),
      isAnnounced: false,
      isDone: false,
      vendorId: undefined,
      name: undefined,
      early: "",
      callId: undefined,
      hasEnded: false,
    };
    this.#items.push(item);
    return item;
  }
}
