import { subscribe } from "./subscribe.js";

/** How much of everything is left. */
export function createStock(bus, initial) {
  const left = new Map(Object.entries(initial));
  const close = subscribe(bus, {
    "order.placed": ({ items }) => {
      for (const [product, count] of Object.entries(items)) {
        left.set(product, (left.get(product) ?? 0) - count);
        if (left.get(product) <= 0) bus.emit("stock.empty", { product });
      }
    },
  });
  return { left: (product) => left.get(product) ?? 0, close };
}
