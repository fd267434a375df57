import { subscribe } from "./subscribe.js";

/** What a customer is about to buy. */
export function createCart(bus) {
  const items = new Map();
  const close = subscribe(bus, {
    "cart.added": ({ product, count }) => items.set(product, (items.get(product) ?? 0) + count),
    "cart.removed": ({ product }) => items.delete(product),
    "order.placed": () => items.clear(),
  });
  return {
    items: () => Object.fromEntries(items),
    order() {
      bus.emit("order.placed", { items: Object.fromEntries(items) });
    },
    close,
  };
}
